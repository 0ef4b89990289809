/* How a Cortex-M0 or M3 starts: vectors, memory, and the few functions that its compiler calls. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern uint32_t _sidata, _sdata, _edata, _sbss, _ebss, _estack;
int main(void);

void *memcpy(void *to, const void *from, size_t size)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    while (size--)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t size)
{
    uint8_t *out = to;
    while (size--)
        *out++ = (uint8_t)value;
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const uint8_t *a = one, *b = other;
    for (; size--; a++, b++)
        if (*a != *b)
            return *a - *b;
    return 0;
}

/* A handler that is nobody's: the watchdog ends it. */
static void stand_still(void)
{
    for (;;)
        ;
}

void reset(void);
void reset(void)
{
    uint32_t *from = &_sidata, *to;
    for (to = &_sdata; to < &_edata;)
        *to++ = *from++;
    for (to = &_sbss; to < &_ebss;)
        *to++ = 0;
    main();
    stand_still();
}

/* A port names the handlers that it has; the others stand still. */
#define HANDLER(name) void name(void) __attribute__((weak, alias("stand_still")))
HANDLER(systick_handler);
HANDLER(irq0_handler);
HANDLER(irq2_handler);
HANDLER(irq8_handler);

__attribute__((section(".vectors"), used)) static const struct {
    void *stack;
    void (*handler[15 + 16])(void);
} vectors = {
    &_estack,
    {[0] = reset, [1] = stand_still, [2] = stand_still, [14] = systick_handler,
     [15] = irq0_handler, [17] = irq2_handler, [23] = irq8_handler},
};
