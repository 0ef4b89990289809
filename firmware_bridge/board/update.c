#include "update.h"

#define PART 64

uint16_t tlb_update_begin(tlb_update *update, const tlb_flash *flash, const tlp_update_begin *wish)
{
    if (wish->size == 0 || wish->size > flash->room)
        return TLP_FAULT_BAD_ARGUMENT;
    update->size = wish->size;
    update->crc = wish->crc;
    update->arrived = 0;
    return 0;
}

uint16_t tlb_update_data(tlb_update *update, const tlb_flash *flash, const tlp_update_data *wish)
{
    uint32_t end = wish->offset + wish->data_size;
    if (end >= wish->offset && end <= update->arrived)
        return 0; /* it is there already */
    if (wish->offset != update->arrived || end > update->size)
        return TLP_FAULT_BAD_ARGUMENT;
    if (!flash->write(flash->self, wish->offset, wish->data, wish->data_size))
        return TLP_FAULT_MEMORY_BAD;
    update->arrived = end;
    return 0;
}

/* Return the checksum of what the flash holds, not of what was sent to it. */
static uint32_t crc_of(const tlb_update *update, const tlb_flash *flash)
{
    uint8_t part[PART];
    uint32_t crc = 0;
    for (uint32_t at = 0; at < update->size;) {
        uint32_t left = update->size - at;
        uint8_t size = (uint8_t)(left < PART ? left : PART);
        flash->read(flash->self, at, part, size);
        crc = tlp_crc32_on(crc, part, size);
        at += size;
    }
    return crc;
}

uint16_t tlb_update_finish(tlb_update *update, const tlb_flash *flash, uint32_t now)
{
    int is_whole = update->size != 0 && update->arrived == update->size &&
                   crc_of(update, flash) == update->crc;
    update->arrived = 0;
    if (!is_whole) {
        update->size = 0;
        return TLP_FAULT_BAD_ARGUMENT;
    }
    update->is_due = 1;
    update->due_ms = now + TLB_RESTART_MS;
    return 0;
}
