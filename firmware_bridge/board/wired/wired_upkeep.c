#include "wired_upkeep.h"

#include "wired_jobs.h"

enum { NONE, LID, TRAY, HEADS, LIFTERS, DICE, ALL };

/* By line: the mechanism that turns, 1 for the first of the list. */
static const uint8_t mechanism_of[WIRED_LINES] = {
    [WIRED_LID_OPEN] = LID,    [WIRED_LID_CLOSE] = LID,      [WIRED_MIXER] = TRAY,
    [WIRED_HEADS] = HEADS,     [WIRED_LIFT_UP] = LIFTERS,    [WIRED_LIFT_DOWN] = LIFTERS,
    [WIRED_DICE] = DICE,
};

static const tlb_limits limits[WIRED_PARAMETERS] = {
    [WIRED_DROP_LIMIT] = {60, 900, 600},
    [WIRED_BUILD_LIMIT] = {60, 600, 300},
};

static int16_t input(void *table, uint8_t number)
{
    wired_machine *self = table;
    return self->lines.input(self->lines.self, number);
}

void wired_upkeep_begin(wired_machine *self)
{
    static const tlb_upkeep_lists lists = {WIRED_INPUTS, WIRED_PARAMETERS, ALL - 1, limits, input};
    self->calls.upkeep = self->lines.input ? &lists : NULL;
    self->run[TLB_HAND].turns = self->run[TLB_BESIDE].turns = NONE;
}

void wired_upkeep_drive(wired_machine *self, uint8_t which, uint8_t line)
{
    wired_run *run = &self->run[which];
    uint8_t now = mechanism_of[line];
    if (now == run->turns)
        return;
    if (run->turns)
        tlb_upkeep_turned(&self->board->upkeep, (uint8_t)(run->turns - 1),
                          self->now_ms - run->turned_ms);
    if (now)
        tlb_upkeep_started(&self->board->upkeep, (uint8_t)(now - 1));
    run->turns = now;
    run->turned_ms = self->now_ms;
}

uint16_t wired_upkeep_limit(const wired_machine *self, uint8_t line)
{
    const tlb_upkeep *upkeep = &self->board->upkeep;
    if (upkeep->lists && line == WIRED_INTAKE)
        return (uint16_t)upkeep->value[WIRED_DROP_LIMIT];
    if (upkeep->lists && line == WIRED_HEADS)
        return (uint16_t)upkeep->value[WIRED_BUILD_LIMIT];
    return wired_limits[line].seconds;
}
