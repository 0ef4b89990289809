/* RP2040 (Raspberry Pi Pico) with the pico-sdk: UART 0 on its pins 0 and 1, journal in flash. */
#include "hardware/flash.h"
#include "hardware/irq.h"
#include "hardware/sync.h"
#include "hardware/uart.h"
#include "hardware/watchdog.h"
#include "pico/stdlib.h"

#include "../port.h"

#define CELLS (PICO_FLASH_SIZE_BYTES - PORT_CELLS / TLB_SLOT * FLASH_SECTOR_SIZE)
#define WATCHDOG_MS 250u

static const uint8_t *sending;
static size_t left;
static uint32_t flags;
static uint8_t cause;

static void received(void)
{
    while (uart_is_readable(uart0)) {
        uint32_t row = uart_get_hw(uart0)->dr;
        if (row & UART_UARTDR_BE_BITS)
            port_broke();
        else
            port_received((uint8_t)row);
    }
}

void port_begin(void)
{
    cause = watchdog_caused_reboot() ? TLP_RESET_CAUSE_WATCHDOG : TLP_RESET_CAUSE_POWER;
    uart_init(uart0, TLP_BAUD);
    gpio_set_function(0, GPIO_FUNC_UART);
    gpio_set_function(1, GPIO_FUNC_UART);
    irq_set_exclusive_handler(UART0_IRQ, received);
    irq_set_enabled(UART0_IRQ, true);
    uart_set_irq_enables(uart0, true, false);
    watchdog_enable(WATCHDOG_MS, true);
}

uint32_t port_now(void) { return to_ms_since_boot(get_absolute_time()); }

uint8_t port_cause(void) { return cause; }

void port_lock(void) { flags = save_and_disable_interrupts(); }

void port_unlock(void) { restore_interrupts(flags); }

void port_send(const uint8_t *data, size_t size)
{
    sending = data;
    left = size;
}

int port_is_sending(void)
{
    for (; left && uart_is_writable(uart0); left--)
        uart_get_hw(uart0)->dr = *sending++;
    return left != 0;
}

void port_set_baud(uint32_t baud)
{
    uart_tx_wait_blocking(uart0);
    uart_set_baudrate(uart0, baud);
}

void port_rest(int is_idle)
{
    (void)is_idle; /* it stays awake: a millisecond has no interrupt of its own here */
    watchdog_update();
}

void port_read_cells(uint8_t *cells)
{
    for (uint32_t slot = 0; slot < PORT_CELLS / TLB_SLOT; slot++)
        memcpy(cells + slot * TLB_SLOT,
               (const uint8_t *)(XIP_BASE + CELLS + slot * FLASH_SECTOR_SIZE), TLB_SLOT);
}

/* A sector is erased in 45 ms, at times in 400: no interrupt is taken meanwhile, as the program
 * lies in the same flash. A table with motors needs an EEPROM or FRAM (`at24c.c`) instead. */
int port_keep(uint8_t slot, const uint8_t *cells, uint16_t size)
{
    static uint8_t page[TLB_SLOT];
    uint32_t at = CELLS + slot * FLASH_SECTOR_SIZE;
    memset(page, 0xFF, sizeof page);
    memcpy(page, cells, size);
    port_lock();
    flash_range_erase(at, FLASH_SECTOR_SIZE);
    flash_range_program(at, page, sizeof page);
    port_unlock();
    watchdog_update();
    return memcmp((const uint8_t *)(XIP_BASE + at), cells, size) == 0;
}
