/* Cortex-M3 on ARM's MPS2 (AN385): UART 0 to the host, an AT24C EEPROM by I2C, a watchdog. */
#include "../at24c.h"
#include "../expander.h"
#include "slots.h"

#define UART 0x40004000u
#define WIRES 0x40005000u
#define DATA(uart) REG((uart) + 0x0u)
#define STATE(uart) REG((uart) + 0x4u)
#define CONTROL(uart) REG((uart) + 0x8u)
#define CLEAR(uart) REG((uart) + 0xCu)
#define DIVIDER(uart) REG((uart) + 0x10u)
#define FULL 1u /* to be sent */
#define LONG 50000000u /* looks: longer than a millisecond on whichever computer */
#define RAN 0x5AFE7AB1u /* left in memory by an earlier start: no power was lost */
#define I2C 0x4002A000u
#ifndef WATCHDOG_MS
#define WATCHDOG_MS 250u
#endif

static volatile uint32_t ms;
uint32_t port_mark __attribute__((section(".noinit")));
static const uint8_t *volatile sending;
static volatile size_t left;
static uint8_t cause;

void systick_handler(void) { ms++; }

void irq2_handler(void)
{
    CLEAR(WIRES) = 2;
    expander_received((uint8_t)DATA(WIRES));
}

void irq0_handler(void)
{
    CLEAR(UART) = 2;
    port_received((uint8_t)DATA(UART));
}

uint32_t port_now(void) { return ms; }
void port_lock(void) { __asm volatile("cpsid i" ::: "memory"); }
void port_unlock(void) { __asm volatile("cpsie i" ::: "memory"); }
uint8_t port_cause(void) { return cause; }

void port_begin(void)
{
    cause = port_mark == PORT_UPDATED ? TLP_RESET_CAUSE_HOST
            : port_mark == RAN        ? TLP_RESET_CAUSE_WATCHDOG
                                      : TLP_RESET_CAUSE_POWER;
    port_mark = RAN;
    REG(0xE000E014u) = HZ / 1000 - 1; /* SysTick: a millisecond */
    for (uint32_t looks = 0; !ms; looks++) { /* once in some hundred starts QEMU does not begin it */
        if (looks % LONG == 0) {
            REG(0xE000E010u) = 0;
            REG(0xE000E018u) = 0;
            REG(0xE000E010u) = 7;
        }
    }
    DIVIDER(UART) = DIVIDER(WIRES) = HZ / 115200;
    CONTROL(UART) = CONTROL(WIRES) = 1 | 2 | 8; /* send, receive, interrupt for what has come */
    REG(0xE000E100u) = 1u << 0 | 1u << 2;
    REG(WATCHDOG) = HZ / 1000 * (WATCHDOG_MS / 2); /* it interrupts first, and resets at the second end */
    REG(WATCHDOG + 8) = 3;
}

void port_send(const uint8_t *data, size_t size)
{
    sending = data;
    left = size;
}

int port_is_sending(void)
{
    while (left && !(STATE(UART) & FULL)) {
        DATA(UART) = *sending++;
        left--;
    }
    return left != 0;
}

void port_set_baud(uint32_t baud)
{
    port_pause(1); /* its last byte leaves in a tenth of that */
    DIVIDER(UART) = HZ / baud;
}

void port_rest(int is_idle)
{
    REG(WATCHDOG + 0xC) = 1;
    if (is_idle && !left)
        __asm volatile("wfi");
}

void port_pause(uint32_t length)
{
    for (uint32_t begin = ms; ms - begin < length;)
        __asm volatile("wfi");
}

void i2c_drive(int high, int lines)
{
    REG(I2C + (high ? 0u : 4u)) = (uint32_t)lines;
}

int i2c_sees(void)
{
    return (REG(I2C) & I2C_SDA) != 0;
}

/* The wires of the table: an expander on the second UART. */
void expander_send(const uint8_t *data, size_t size)
{
    while (size--) {
        while (STATE(WIRES) & FULL)
            ;
        DATA(WIRES) = *data++;
    }
}
