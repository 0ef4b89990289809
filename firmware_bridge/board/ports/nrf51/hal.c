/* Cortex-M0 of the nRF51822 (BBC micro:bit): UART, journal in its flash, watchdog. */
#include "../port.h"

#define REG(address) (*(volatile uint32_t *)(address))
#define UART 0x40002000u
#define RX_READY REG(UART + 0x108u)
#define TX_READY REG(UART + 0x11Cu)
#define TIMER 0x40008000u
#define NVMC 0x4001E000u
#define WATCHDOG 0x40010000u
#define RESET_REASON REG(0x40000400u)
#define TX_PIN 24u
#define RX_PIN 25u
#define PAGE 1024u /* one for each slot */
#define CELLS (0x40000u - PORT_CELLS / TLB_SLOT * PAGE)

static volatile uint32_t ms;
static const uint8_t *sending;
static size_t left;

void irq8_handler(void)
{
    REG(TIMER + 0x140u) = 0;
    ms++;
}

void irq2_handler(void)
{
    RX_READY = 0;
    port_received((uint8_t)REG(UART + 0x518u));
}

uint32_t port_now(void) { return ms; }

void port_lock(void) { __asm volatile("cpsid i" ::: "memory"); }

void port_unlock(void) { __asm volatile("cpsie i" ::: "memory"); }

uint8_t port_cause(void)
{
    return RESET_REASON & 2 ? TLP_RESET_CAUSE_WATCHDOG : TLP_RESET_CAUSE_POWER;
}

void port_begin(void)
{
    REG(TIMER + 0x510u) = 4;    /* a microsecond */
    REG(TIMER + 0x540u) = 1000; /* a millisecond, then from zero */
    REG(TIMER + 0x200u) = 1;
    REG(TIMER + 0x304u) = 1u << 16;
    REG(TIMER) = 1;
    REG(UART + 0x50Cu) = TX_PIN;
    REG(UART + 0x514u) = RX_PIN;
    REG(UART + 0x524u) = 0x01D7E000; /* 115,200 */
    REG(UART + 0x500u) = 4;
    REG(UART + 0x304u) = 1u << 2;
    REG(UART) = REG(UART + 8u) = 1;
    REG(0xE000E100u) = 1u << 2 | 1u << 8;
    REG(WATCHDOG + 0x504u) = 32768 / 4; /* a quarter second */
    REG(WATCHDOG) = 1;
    TX_READY = 1; /* nothing is on its way yet */
}

void port_send(const uint8_t *data, size_t size)
{
    sending = data;
    left = size;
}

int port_is_sending(void)
{
    while (left && TX_READY) {
        TX_READY = 0;
        REG(UART + 0x51Cu) = *sending++;
        left--;
    }
    return left != 0;
}

void port_set_baud(uint32_t baud)
{
    while (!TX_READY) /* its last byte has left; what a line that fails has not sent yet goes later */
        ;
    REG(UART + 0x524u) = baud == 250000 ? 0x04000000 : 0x01D7E000; /* no other may be named */
}

void port_rest(int is_idle)
{
    REG(WATCHDOG + 0x600u) = 0x6E524635u;
    if (is_idle && !left)
        __asm volatile("wfi");
}

void port_read_cells(uint8_t *cells)
{
    for (uint32_t at = 0; at < PORT_CELLS; at++)
        cells[at] = *(const uint8_t *)(CELLS + at / TLB_SLOT * PAGE + at % TLB_SLOT);
}

static void flash(uint32_t mode, uint32_t at, uint32_t word)
{
    REG(NVMC + 0x504u) = mode;
    REG(mode == 2 ? NVMC + 0x508u : at) = word;
    while (!(REG(NVMC + 0x400u) & 1))
        ;
    REG(NVMC + 0x504u) = 0;
}

/* Erasing stops the core for 22 ms, and a stop with it; no more than its 50. */
int port_keep(uint8_t slot, const uint8_t *cells, uint16_t size)
{
    uint32_t page = CELLS + slot * PAGE;
    flash(2, page, page);
    for (uint32_t at = 0; at < size; at += 4) {
        uint32_t word = 0xFFFFFFFFu;
        memcpy(&word, cells + at, size - at < 4 ? size - at : 4u);
        flash(1, page + at, word);
    }
    return memcmp((const void *)page, cells, size) == 0;
}
