/* What the lines of a wired machine are wired to on a desk: nothing moves, each takes its time. */
#ifndef DESK_H
#define DESK_H

#include "wired_machine.h"

typedef struct {
    const wired_machine *table;
    uint8_t kind, line, dice, is_begun;
    uint32_t due_ms, left_ms; /* when the movement ends; what a pause leaves of it */
    uint32_t chance;
    uint8_t on; /* the switches */
    uint8_t pips[3];
    void (*began)(uint8_t kind); /* a motor turns for such a job */
} desk;

/* Return the wires of a table that lies on this desk. */
wired_lines desk_lines(desk *self);

/* Return in how many milliseconds a movement ends, at the longest when it is worth a look. */
uint32_t desk_wait(const desk *self);

#endif
