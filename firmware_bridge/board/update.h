/* Another program for the board, into the other of two places, checked whole: protocol.md 6.6. */
#ifndef TABLE_BOARD_UPDATE_H
#define TABLE_BOARD_UPDATE_H

#include "table_link.h"

#define TLB_RESTART_MS 500u /* the new program starts so long after: the answer must get through */

/* What a chip with two places for a program brings. */
typedef struct {
    void *self;
    uint32_t room; /* bytes of a place */
    /* Write into the place that does not run, in order from 0, and say whether it holds; read it. */
    int (*write)(void *self, uint32_t at, const uint8_t *data, uint8_t size);
    void (*read)(void *self, uint32_t at, uint8_t *to, uint8_t size);
    /* Start with it, on trial; and end a trial well, as a host has reached the program. Where that
     * does not come about the chip falls back by itself to the program before. */
    void (*restart)(void *self, uint32_t size);
    void (*reached)(void *self);
} tlb_flash;

typedef struct {
    uint32_t size, crc, arrived;
    uint8_t is_due; /* to start with it */
    uint32_t due_ms;
} tlb_update;

/* Take what is asked; return the fault that refuses it, or 0. */
uint16_t tlb_update_begin(tlb_update *update, const tlb_flash *flash, const tlp_update_begin *wish);
uint16_t tlb_update_data(tlb_update *update, const tlb_flash *flash, const tlp_update_data *wish);
uint16_t tlb_update_finish(tlb_update *update, const tlb_flash *flash, uint32_t now);

#endif
