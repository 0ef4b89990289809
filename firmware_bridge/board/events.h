/* What has happened since the board started, until the host has it: protocol.md 6.5. */
#ifndef TABLE_BOARD_EVENTS_H
#define TABLE_BOARD_EVENTS_H

#include "table_link.h"

#ifndef TLB_EVENTS
#define TLB_EVENTS 64 /* kept; the oldest one makes room, and the host is told of the gap */
#endif
#define TLB_EVENT_DATA 17 /* a job of the table's own: its state, then its result */

typedef struct {
    uint32_t number, device_ms;
    uint64_t op_id;
    uint16_t code, gen;
    uint8_t kind, side, state, size;
    uint8_t data[TLB_EVENT_DATA];
} tlb_event;

typedef struct {
    uint32_t added; /* events so far: the number of the last one */
    uint32_t told; /* the last one that the host was told in this session */
    uint8_t first, count, gap_due;
    tlb_event ring[TLB_EVENTS];
} tlb_events;

/* Return a new event, numbered, to be filled in. */
tlb_event *tlb_events_add(tlb_events *events);

/* Forget the events up to `number`: the host has them. */
void tlb_events_acknowledge(tlb_events *events, uint32_t number);

/* Tell everything that is not acknowledged again. */
void tlb_events_repeat(tlb_events *events);

/* Encode the next thing that the host was not told; return its size, 0 where there is none. */
size_t tlb_events_next(tlb_events *events, uint8_t *out);

#endif
