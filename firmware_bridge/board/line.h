/* How fast the line runs: both ends go up together, and come down again when it fails; protocol.md
 * 6.1. */
#ifndef TABLE_BOARD_LINE_H
#define TABLE_BOARD_LINE_H

#include "link.h"

/* Set the UART to so many bits a second, at once; what it still shifts out goes first. */
typedef void (*tlb_set_baud)(void *self, uint32_t baud);

typedef struct {
    tlb_set_baud set;
    void *self;
    uint32_t baud; /* 0 is the usual one */
    uint32_t next; /* to go over to once the answer has left, 0 for none */
    uint32_t heard_ms; /* when a whole frame came last */
} tlb_line;

/* Take the wish for another speed, where it is one of `bauds`, which end with 0; return the fault
 * that refuses it, or 0. */
uint16_t tlb_line_ask(tlb_line *line, const uint32_t *bauds, uint32_t baud);

/* Everything that was to be sent has left: go over to another speed, if one was asked for. */
void tlb_line_sent(tlb_line *line, uint32_t now);

/* Return whether the line has just gone back to the usual speed, having heard nothing. */
int tlb_line_falls_back(tlb_line *line, uint32_t now);

#endif
