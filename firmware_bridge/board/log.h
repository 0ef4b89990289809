/* The board's own log: what it has told of, as lines of text, since it started. */
#ifndef TABLE_BOARD_LOG_H
#define TABLE_BOARD_LOG_H

#include "table_link.h"

#ifndef TLB_LOG
#define TLB_LOG 64 /* lines kept; the oldest one makes room */
#endif
#define TLB_LOG_PAGE 200 /* bytes of text in one answer */

typedef struct {
    uint32_t ms;
    uint16_t code;
    uint8_t kind, side;
} tlb_log_line;

typedef struct {
    uint32_t added; /* lines so far: the number of the last one */
    tlb_log_line ring[TLB_LOG];
} tlb_log;

/* Note what an event of `kind` tells. */
void tlb_log_add(tlb_log *log, uint32_t ms, uint8_t kind, uint16_t code, uint8_t side);

/* Write as many lines from number `first` on as a page holds, and after which to ask next. */
uint8_t tlb_log_page(const tlb_log *log, uint32_t first, uint8_t text[TLB_LOG_PAGE],
                     uint32_t *following);

#endif
