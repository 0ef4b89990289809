#include "wired_checks.h"
#include "wired_upkeep.h"

#define CONSENT_MS 60000u
#define STATE(name) WIRED_STATE(name)

/* Drive a line; a stop that comes in the interrupt meanwhile has the last word. */
static void drive(wired_machine *self, uint8_t line)
{
    self->lines.drive(self->lines.self, self->is_cut ? (uint8_t)WIRED_REST : line);
    wired_upkeep_drive(self, self->is_cut ? (uint8_t)WIRED_REST : line);
    if (self->is_cut)
        self->lines.drive(self->lines.self, WIRED_REST);
}

static void go_to(wired_machine *self, uint8_t state)
{
    if (state == 0 || state == self->state)
        return;
    self->state = state;
    tlb_board_changed(self->board);
}

/* Return the state of a table that a fault has stopped. */
static uint8_t state_in(uint16_t code)
{
    if (code / 100 == 7)
        return STATE(SAFETY);
    return code / 100 == 5 ? STATE(LOCKOUT) : STATE(FAULT);
}

/* Return the state of a table that stands still, by its switches. */
static uint8_t at_rest(const wired_machine *self)
{
    uint8_t on = self->lines.switches(self->lines.self);
    if (on & WIRED_IS_OPEN)
        return STATE(HOLE_OPEN);
    if (on & WIRED_IS_UP)
        return STATE(PLAY);
    return on & WIRED_IS_BUILT ? STATE(READY) : STATE(IDLE);
}

/* Return how many steps the running job has: only a table that has dealt hands out. */
static uint8_t steps_of(const wired_machine *self)
{
    uint8_t steps = wired_jobs[self->kind].steps;
    return (uint8_t)(steps - (self->kind == TLP_JOB_KIND_NEXT_HAND && !self->gear.deal));
}

static void begin_step(wired_machine *self, uint8_t place)
{
    const wired_job *running = &wired_jobs[self->kind];
    uint8_t stage = running->step[place].stage;
    if (running->step[place].line == WIRED_DICE_REST)
        self->shaken_ms = (uint16_t)(self->now_ms - self->began_ms);
    drive(self, WIRED_REST); /* it is at its end, and what comes next is kept first */
    self->step = place;
    self->began_ms = self->now_ms;
    self->is_closing = 0;
    if (running->busy && stage == TLP_STAGE_DROP)
        go_to(self, STATE(HOLE_OPEN));
    else if (running->busy && (stage == TLP_STAGE_SHUFFLE || stage == TLP_STAGE_BUILD))
        go_to(self, STATE(BUILDING));
    else if (stage == TLP_STAGE_RAISE)
        go_to(self, STATE(RAISING));
    tlb_board_progress(self->board, stage, (uint8_t)(100 * place / steps_of(self)));
    drive(self, running->step[place].line);
}

static void start(void *table, uint8_t kind, const uint8_t *args, uint8_t size)
{
    wired_machine *self = table;
    self->kind = kind;
    self->is_paused = 0;
    self->dice = kind == TLP_JOB_KIND_ROLL && size ? args[0] : 0;
    self->seats = kind == TLP_JOB_KIND_DEAL && size > 1 ? args[1] : 0;
    if (kind == TLP_JOB_KIND_JAM_CLEAR || kind == TLP_JOB_KIND_JOG)
        self->lines.aim(self->lines.self, args[0], args[1],
                        kind == TLP_JOB_KIND_JOG ? (int16_t)tlp_get(args + 2, 2) : 0);
    self->lines.begin(self->lines.self, kind, self->dice);
    go_to(self, wired_jobs[kind].busy);
    begin_step(self, 0);
}

/* Write what the readers saw of the dice; return the fault that keeps them from counting. */
static uint16_t read_dice(wired_machine *self, uint8_t *out)
{
    uint16_t fault = 0;
    out[0] = TLP_DICE_SOURCE_MOTOR_SENSOR;
    out[1] = 100;
    for (uint8_t die = 0; die < self->dice; die++) {
        uint8_t first = self->lines.pips(self->lines.self, 0, die);
        uint8_t second = self->lines.pips(self->lines.self, 1, die);
        out[2 + die] = first;
        out[2 + self->dice + die] = second;
        if (first < 1 || first > 6 || second < 1 || second > 6)
            fault = TLP_FAULT_DICE_UNREADABLE;
        else if (first != second && !fault)
            fault = TLP_FAULT_DICE_READINGS_DIFFER;
    }
    tlp_put(out + 2 + 2 * self->dice, self->shaken_ms, 2);
    return fault;
}

/* Write what a finished job brought, and its size; return the fault for which it brought nothing. */
static uint16_t result_of(wired_machine *self, uint8_t *out, uint8_t *size)
{
    *size = 0;
    switch (self->kind) {
    case TLP_JOB_KIND_ROLL:
        if (!self->lines.pips) {
            out[0] = TLP_DICE_SOURCE_NONE;
            out[1] = 0;
            *size = (uint8_t)(2 + tlp_put(out + 2, self->shaken_ms, 2));
            return 0;
        }
        *size = (uint8_t)(4 + 2 * self->dice);
        return read_dice(self, out);
    case TLP_JOB_KIND_CENSUS:
        *size = (uint8_t)tlp_put(out, self->lines.count(self->lines.self), 2);
        return 0;
    case TLP_JOB_KIND_SELF_TEST:
        out[0] = 0;
        *size = 1;
        return 0;
    case TLP_JOB_KIND_DEAL:
        memset(out, self->gear.deal, self->seats);
        *size = self->seats;
        return 0;
    case TLP_JOB_KIND_BUILD:
    case TLP_JOB_KIND_RAISE:
    case TLP_JOB_KIND_NEXT_HAND:
        memcpy(out, self->gear.layout, sizeof self->gear.layout);
        *size = sizeof self->gear.layout;
        return 0;
    default:
        return 0;
    }
}

static void end(wired_machine *self, uint8_t job_state, uint8_t table_state, uint16_t fault,
                uint8_t side)
{
    uint8_t result[TLB_RESULT];
    uint8_t size = 0;
    if (job_state == TLP_JOB_STATE_DONE)
        fault = result_of(self, result, &size);
    if (job_state == TLP_JOB_STATE_DONE && fault) {
        job_state = TLP_JOB_STATE_FAILED;
        table_state = STATE(FAULT);
        size = 0;
    }
    drive(self, WIRED_REST);
    self->kind = WIRED_NO_JOB;
    self->is_paused = 0;
    if (fault || self->state != STATE(FAULT)) /* what ran in a fault leaves it, to be cleared */
        self->fault = fault;
    go_to(self, self->fault && !fault ? (uint8_t)STATE(FAULT) : table_state);
    tlb_board_ended(self->board, job_state, fault, side, result, size);
}

static uint16_t clear(wired_machine *self, uint16_t code)
{
    int was_locked = self->state == STATE(LOCKOUT) || self->state == STATE(SAFETY);
    if (code == 0 || code != self->fault)
        return TLP_FAULT_BAD_ARGUMENT;
    if (self->is_stopped || self->kind != WIRED_NO_JOB)
        return TLP_FAULT_BAD_STATE;
    self->fault = 0;
    if (was_locked)
        start(self, WIRED_BY_ITSELF, NULL, 0);
    else
        go_to(self, at_rest(self));
    return 0;
}

static uint16_t control(void *table, uint8_t action, uint16_t code)
{
    wired_machine *self = table;
    if (action == TLP_CONTROL_ACTION_CLEAR_FAULT)
        return clear(self, code);
    if (self->kind == WIRED_NO_JOB || self->kind == WIRED_BY_ITSELF)
        return TLP_FAULT_BAD_STATE;
    if (action == TLP_CONTROL_ACTION_CANCEL) {
        end(self, TLP_JOB_STATE_CANCELLED, at_rest(self), 0, TLP_NO_SIDE);
        return 0;
    }
    if (action == TLP_CONTROL_ACTION_RESUME && wired_machine_moves(self) &&
        wired_jobs[self->kind].step[self->step].line == WIRED_INTAKE) {
        self->is_closing = 1; /* people say that the tiles are in */
        return 0;
    }
    if ((action == TLP_CONTROL_ACTION_PAUSE) == self->is_paused)
        return TLP_FAULT_BAD_STATE;
    self->is_paused = !self->is_paused;
    if (self->is_paused)
        self->rested_ms = self->now_ms;
    else
        self->began_ms += self->now_ms - self->rested_ms;
    drive(self, self->is_paused ? WIRED_REST : wired_jobs[self->kind].step[self->step].line);
    return 0;
}

static void stop(void *table, uint16_t code)
{
    wired_machine *self = table;
    self->is_cut = 0;
    if (self->is_stopped)
        return;
    self->is_stopped = code == TLP_FAULT_EMERGENCY_STOP;
    end(self, TLP_JOB_STATE_FAILED, state_in(code), code, TLP_NO_SIDE);
}

static void describe(void *table, tlp_status *said)
{
    const wired_machine *self = table;
    uint8_t on = self->lines.switches(self->lines.self);
    int is_up = self->state == STATE(PLAY) || on & WIRED_IS_UP;
    int is_open = self->state == STATE(HOLE_OPEN) || on & WIRED_IS_OPEN;
    int is_built = self->state == STATE(READY) || on & WIRED_IS_BUILT || is_up;
    said->flags = (uint8_t)((is_open ? TLP_STATUS_FLAG_HOLE_OPEN : 0) |
                            (is_up ? TLP_STATUS_FLAG_WALLS_UP : 0) |
                            (is_built ? TLP_STATUS_FLAG_WALLS_BUILT : 0) |
                            (self->is_paused ? TLP_STATUS_FLAG_PAUSED : 0) |
                            (self->is_stopped ? TLP_STATUS_FLAG_ESTOP : 0) |
                            (wired_has_consent(self) ? TLP_STATUS_FLAG_CONSENT : 0));
    said->count = self->gear.count;
    said->players = self->gear.players;
    said->deal = self->gear.deal;
    memcpy(said->layout, self->gear.layout, sizeof said->layout);
    said->tiles_in = self->lines.count(self->lines.self);
    said->fault = self->fault;
}

/* The motors stand from here on; the loop learns of it at its next turn. */
static void cut(void *table)
{
    wired_machine *self = table;
    self->is_cut = 1;
    self->lines.drive(self->lines.self, WIRED_REST);
}

static uint16_t show(void *table, const tlb_setting *setting)
{
    wired_machine *self = table;
    uint16_t code = wired_check_setting(self, setting);
    if (!code)
        self->lines.show(self->lines.self, setting);
    return code;
}

static uint8_t state(void *table)
{
    return ((const wired_machine *)table)->state;
}

void wired_machine_begin(wired_machine *self, tlb_board *board, const tlp_sync_answer *hello,
                         const uint8_t cells[TLB_CELLS], uint32_t now)
{
    static const tlp_set_gear usual = {0, 136, 4, 0, {17, 17, 17, 17}};
    tlb_machine calls = {self,  wired_verify, start, control, wired_set_gear,
                         stop,  describe, state, self->calls.keep,
                         cut, self->calls.dictionary, self->calls.dictionary_size,
                         self->lines.show ? show : NULL, self->calls.chance, self->calls.flash, NULL};
    self->calls = calls;
    wired_upkeep_begin(self);
    self->board = board;
    self->now_ms = now;
    self->gear = usual;
    self->kind = WIRED_NO_JOB;
    self->lines.drive(self->lines.self, WIRED_REST);
    if (self->lines.plan)
        self->lines.plan(self->lines.self, &usual);
    self->fault = tlb_board_begin(board, &self->calls, hello, cells, now);
    self->state = self->fault ? STATE(LOCKOUT) : at_rest(self);
}

int wired_machine_moves(const wired_machine *self)
{
    return self->kind != WIRED_NO_JOB && !self->is_paused;
}

/* Give a movement up that stalls or does not come to its end; return whether it went wrong. */
static int has_failed(wired_machine *self, uint8_t line, uint8_t way)
{
    uint8_t side = TLP_NO_SIDE;
    if (way == WIRED_FAILED) {
        uint16_t code = self->lines.fault(self->lines.self, &side);
        wired_machine_fail(self, code, side);
        return 1;
    }
    if (self->now_ms - self->began_ms < 1000u * wired_upkeep_limit(self, line))
        return 0;
    wired_machine_fail(self, wired_limits[line].fault, TLP_NO_SIDE);
    return 1;
}

void wired_machine_turn(wired_machine *self, uint32_t now)
{
    self->now_ms = now;
    while (wired_machine_moves(self) && !self->is_cut) {
        const wired_job *running = &wired_jobs[self->kind];
        const wired_step *now_in = &running->step[self->step];
        uint8_t way = self->is_closing ? WIRED_DONE : self->lines.way(self->lines.self);
        if (way != WIRED_DONE && has_failed(self, now_in->line, way))
            return;
        if (way != WIRED_DONE) {
            tlb_board_progress(self->board, now_in->stage,
                               (uint8_t)((100u * self->step + way) / steps_of(self)));
            return;
        }
        if (self->step + 1 < steps_of(self))
            begin_step(self, (uint8_t)(self->step + 1));
        else
            end(self, TLP_JOB_STATE_DONE, at_rest(self), 0, TLP_NO_SIDE);
    }
}

void wired_machine_fail(wired_machine *self, uint16_t code, uint8_t side)
{
    if (self->kind != WIRED_NO_JOB)
        end(self, TLP_JOB_STATE_FAILED, state_in(code), code, side);
}

void wired_machine_start_by_key(wired_machine *self, uint8_t kind)
{
    static const uint8_t two_dice[] = {2};
    if (!wired_may_start(self, kind) || self->board->ops.current || tlb_board_began(self->board, kind))
        return;
    start(self, kind, two_dice, sizeof two_dice);
}

void wired_machine_press(wired_machine *self, uint8_t key, uint16_t held_ms)
{
    tlb_board_pressed(self->board, key, held_ms);
    if (key == TLP_KEY_BOTH_LIFTS)
        wired_machine_allow(self);
    else if (key == TLP_KEY_DICE)
        wired_machine_start_by_key(self, TLP_JOB_KIND_ROLL);
    else if (key == TLP_KEY_LIFT && self->kind == WIRED_NO_JOB)
        wired_machine_start_by_key(self, TLP_JOB_KIND_NEXT_HAND);
    else if (key == TLP_KEY_LIFT && wired_machine_moves(self) &&
             wired_jobs[self->kind].step[self->step].line == WIRED_INTAKE)
        self->is_closing = 1;
}

void wired_machine_stop(wired_machine *self)
{
    stop(self, TLP_FAULT_EMERGENCY_STOP);
}

void wired_machine_release(wired_machine *self)
{
    self->is_stopped = 0;
}

void wired_machine_allow(wired_machine *self)
{
    self->allows = 1;
    self->allowed_until_ms = self->now_ms + CONSENT_MS;
}
