/* The place that does not run: another program is written there, and started on trial. */
#include "slots.h"
#include "../port.h"

#define RESET 0xE000ED0Cu

static slots_record record; /* as the chooser has left it */

static uint32_t free_place(void)
{
    if (!record.number)
        slots_read(&record);
    return !(record.running & 1);
}

static int write(void *self, uint32_t at, const uint8_t *data, uint8_t size)
{
    uint8_t *to = PLACE(free_place()) + at;
    (void)self;
    memcpy(to, data, size);
    return memcmp(to, data, size) == 0;
}

static void read(void *self, uint32_t at, uint8_t *to, uint8_t size)
{
    (void)self;
    memcpy(to, PLACE(free_place()) + at, size);
}

static void restart(void *self, uint32_t size)
{
    uint32_t place = free_place();
    (void)self;
    record.size[place] = size;
    record.crc[place] = slots_crc(place, size);
    record.running = place;
    record.starts = TRIALS + 1;
    slots_write(&record);
    port_mark = PORT_UPDATED;
    REG(RESET) = 0x05FA0004;
}

static void reached(void *self)
{
    (void)self;
    free_place();
    if (!record.starts)
        return;
    record.starts = 0;
    slots_write(&record);
}

const tlb_flash port_flash = {0, PLACE_ROOM, write, read, restart, reached};
