/* ATmega2560 at 16 MHz: USART 0, journal in its EEPROM, watchdog. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "../port.h"

static volatile uint32_t ms;
static const uint8_t *sending;
static size_t left;
static uint8_t cause, flags;

ISR(TIMER0_COMPA_vect) { ms++; }

ISR(USART0_RX_vect)
{
    uint8_t is_broken = UCSR0A & _BV(FE0), byte = UDR0;
    if (is_broken && byte == 0)
        port_broke();
    else
        port_received(byte);
}

uint32_t port_now(void)
{
    uint32_t now;
    uint8_t before = SREG;
    cli();
    now = ms;
    SREG = before;
    return now;
}

void port_lock(void)
{
    uint8_t before = SREG;
    cli();
    flags = before;
}

void port_unlock(void) { SREG = flags; }

uint8_t port_cause(void) { return cause; }

void port_begin(void)
{
    cause = MCUSR & _BV(WDRF)    ? TLP_RESET_CAUSE_WATCHDOG
            : MCUSR & _BV(BORF) ? TLP_RESET_CAUSE_BROWN_OUT
                                : TLP_RESET_CAUSE_POWER;
    MCUSR = 0;
    wdt_enable(WDTO_250MS);
    SMCR = _BV(SE); /* sleep as lightly as it can: the UART goes on */
    TCCR0A = _BV(WGM01); /* a millisecond */
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = (uint8_t)(F_CPU / 64 / 1000 - 1);
    TIMSK0 = _BV(OCIE0A);
    UCSR0A = _BV(U2X0);
    UBRR0 = (uint16_t)((F_CPU / 4 / 115200 - 1) / 2);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
    sei();
}

void port_send(const uint8_t *data, size_t size)
{
    sending = data;
    left = size;
}

int port_is_sending(void)
{
    while (left && UCSR0A & _BV(UDRE0)) {
        UDR0 = *sending++;
        left--;
    }
    return left != 0;
}

void port_set_baud(uint32_t baud)
{
    _delay_ms(1); /* its last byte leaves in a tenth of that */
    UBRR0 = (uint16_t)((F_CPU / 4 / baud - 1) / 2);
}

/* While bytes wait to be sent the loop goes round without sleep: 87 microseconds are a byte. */
void port_rest(int is_idle)
{
    wdt_reset();
    if (is_idle && !left)
        sleep_cpu();
}

void port_read_cells(uint8_t *cells) { eeprom_read_block(cells, NULL, PORT_CELLS); }

/* A byte that changes takes 3.4 ms; the interrupts go on, and the watchdog is told of each. */
int port_keep(uint8_t slot, const uint8_t *cells, uint16_t size)
{
    uint8_t *to = (uint8_t *)(slot * (uint16_t)TLB_SLOT);
    for (uint16_t at = 0; at < size; at++) {
        eeprom_update_byte(to + at, cells[at]);
        eeprom_busy_wait();
        wdt_reset();
        if (eeprom_read_byte(to + at) != cells[at])
            return 0;
    }
    return 1;
}
