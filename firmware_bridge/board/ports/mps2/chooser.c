/* What a chip with two places starts with: it chooses one, and has the watchdog end what hangs. */
#include "slots.h"

#ifndef CHOOSER_MS
#define CHOOSER_MS 500u /* half of what a program may take until it tells the watchdog */
#endif
#define VECTORS 0xE000ED08u

static int is_whole(const slots_record *record)
{
    uint32_t place = record->running & 1, size = record->size[place];
    return size != 0 && size <= PLACE_ROOM && slots_crc(place, size) == record->crc[place];
}

/* Go back to the other place. */
static void fall_back(slots_record *record)
{
    record->running ^= 1;
    record->starts = 0;
    slots_write(record);
}

static void start(uint32_t place, uint32_t size)
{
    const volatile uint32_t *vectors = (const volatile uint32_t *)RUNS_AT;
    memcpy((void *)RUNS_AT, PLACE(place), size);
    REG(WATCHDOG) = HZ / 1000 * CHOOSER_MS;
    REG(WATCHDOG + 8) = 3;
    REG(VECTORS) = RUNS_AT;
    __asm volatile("dsb\n isb\n msr msp, %0\n bx %1" ::"r"(vectors[0]), "r"(vectors[1]) : "memory");
}

int main(void)
{
    slots_record now;
    if (!slots_read(&now))
        return 1;
    if (now.starts == 1)
        fall_back(&now);
    else if (now.starts) {
        now.starts--;
        slots_write(&now);
    }
    if (!is_whole(&now))
        fall_back(&now);
    if (is_whole(&now))
        start(now.running & 1, now.size[now.running & 1]);
    return 1;
}
