#include "slots.h"

static uint8_t *record_at(uint32_t number)
{
    return PLACE(2) + 64 * (number & 1);
}

int slots_read(slots_record *to)
{
    uint32_t newest = 0;
    for (uint32_t at = 0; at < 2; at++) {
        slots_record found;
        memcpy(&found, record_at(at), sizeof found);
        if (tlp_crc32((const uint8_t *)&found, sizeof found - 4) == found.check &&
            found.number > newest) {
            newest = found.number;
            *to = found;
        }
    }
    return newest != 0;
}

void slots_write(slots_record *record)
{
    record->number++;
    record->check = tlp_crc32((const uint8_t *)record, sizeof *record - 4);
    memcpy(record_at(record->number), record, sizeof *record);
}

uint32_t slots_crc(uint32_t place, uint32_t size)
{
    return tlp_crc32(PLACE(place), size);
}
