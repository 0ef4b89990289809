/* What the lines of a wired machine are wired to on a desk: nothing moves, each takes its time. */
#ifndef DESK_H
#define DESK_H

#include "wired_machine.h"

/* What drives one of the two jobs. */
typedef struct {
    uint8_t kind, line, before, set, is_begun;
    uint32_t due_ms, left_ms; /* when the movement ends; what a pause leaves of it */
} desk_track;

typedef struct {
    const wired_machine *table;
    desk_track track[TLB_WORKS];
    uint8_t dice;
    uint32_t chance;
    uint8_t on; /* the switches of lid and lifters */
    uint8_t lies[2]; /* the sets of tiles; the first one lies in the tray */
    uint8_t pips[3];
    void (*began)(uint8_t kind); /* a motor turns for such a job */
} desk;

/* Return the wires of a table that lies on this desk, and holds one set of tiles or two. */
wired_lines desk_lines(desk *self, uint8_t sets);

/* Return in how many milliseconds a movement ends, at the longest when it is worth a look. */
uint32_t desk_wait(const desk *self);

#endif
