#include "wired_checks.h"
#include "wired_runs.h"
#include "wired_sets.h"
#include "wired_upkeep.h"

#define CONSENT_MS 60000u
#define STATE(name) WIRED_STATE(name)

static int runs(const wired_machine *self, uint8_t which)
{
    return self->run[which].kind != WIRED_NO_JOB;
}

static uint16_t clear(wired_machine *self, uint16_t code)
{
    int was_locked = self->state == STATE(LOCKOUT) || self->state == STATE(SAFETY);
    if (code && code != self->fault && code == self->beside_fault) {
        self->beside_fault = 0;
        tlb_board_sets(self->board);
        return 0;
    }
    if (code == 0 || code != self->fault)
        return TLP_FAULT_BAD_ARGUMENT;
    if (self->is_stopped || runs(self, TLB_HAND))
        return TLP_FAULT_BAD_STATE;
    self->fault = 0;
    if (was_locked) {
        self->must_count = self->lines.sets != NULL;
        wired_start(self, TLB_HAND, WIRED_BY_ITSELF, NULL, 0);
    } else {
        wired_go_to(self, wired_at_rest(self));
    }
    return 0;
}

/* Let what runs rest within its movement, or go on. */
static void rest(wired_machine *self, uint8_t which, uint8_t rests)
{
    wired_run *run = &self->run[which];
    if (!runs(self, which) || run->is_paused == rests)
        return;
    run->is_paused = rests;
    if (rests)
        run->rested_ms = self->now_ms;
    else
        run->began_ms += self->now_ms - run->rested_ms;
    wired_drive(self, which, rests ? (uint8_t)WIRED_REST : wired_now(self, which)->line);
}

static int is_paused(const wired_machine *self)
{
    return self->run[TLB_HAND].is_paused || self->run[TLB_BESIDE].is_paused;
}

/* Whether people may say now that the tiles are in. */
static int takes_in(const wired_machine *self)
{
    return wired_machine_moves(self, TLB_HAND) && wired_now(self, TLB_HAND)->line == WIRED_INTAKE;
}

static uint16_t control(void *table, uint8_t action, uint8_t which, uint16_t code)
{
    wired_machine *self = table;
    uint8_t hand = self->run[TLB_HAND].kind;
    if (action == TLP_CONTROL_ACTION_CLEAR_FAULT)
        return clear(self, code);
    if (action == TLP_CONTROL_ACTION_CANCEL) {
        wired_end(self, which, TLP_JOB_STATE_CANCELLED);
        return 0;
    }
    if (hand == WIRED_BY_ITSELF || (!runs(self, TLB_HAND) && !runs(self, TLB_BESIDE)))
        return TLP_FAULT_BAD_STATE;
    if (action == TLP_CONTROL_ACTION_RESUME && takes_in(self)) {
        self->is_closing = 1;
        return 0;
    }
    if ((action == TLP_CONTROL_ACTION_PAUSE) == is_paused(self))
        return TLP_FAULT_BAD_STATE;
    rest(self, TLB_HAND, action == TLP_CONTROL_ACTION_PAUSE);
    rest(self, TLB_BESIDE, action == TLP_CONTROL_ACTION_PAUSE);
    return 0;
}

static void stop(void *table, uint16_t code)
{
    wired_machine *self = table;
    self->is_cut = 0;
    if (self->is_stopped)
        return;
    self->is_stopped = code == TLP_FAULT_EMERGENCY_STOP;
    wired_fault(self, TLB_HAND, code, TLP_NO_SIDE);
}

static void describe(void *table, tlp_status *said)
{
    const wired_machine *self = table;
    uint8_t on = self->lines.switches(self->lines.self);
    int is_up = wired_is_up(self);
    int is_open = self->state == STATE(HOLE_OPEN) || on & WIRED_IS_OPEN;
    int is_built = self->state == STATE(READY) || on & WIRED_IS_BUILT || is_up;
    said->flags = (uint8_t)((is_open ? TLP_STATUS_FLAG_HOLE_OPEN : 0) |
                            (is_up ? TLP_STATUS_FLAG_WALLS_UP : 0) |
                            (is_built ? TLP_STATUS_FLAG_WALLS_BUILT : 0) |
                            (is_paused(self) ? TLP_STATUS_FLAG_PAUSED : 0) |
                            (self->is_stopped ? TLP_STATUS_FLAG_ESTOP : 0) |
                            (wired_has_consent(self) ? TLP_STATUS_FLAG_CONSENT : 0));
    said->count = self->gear.count;
    said->players = self->gear.players;
    said->deal = self->gear.deal;
    memcpy(said->layout, self->gear.layout, sizeof said->layout);
    said->tiles_in = self->lines.count(self->lines.self);
    said->fault = self->fault;
    wired_describe_sets(self, said);
}

/* The motors stand from here on; the loop learns of it at its next turn. */
static void cut(void *table)
{
    wired_machine *self = table;
    self->is_cut = 1;
    for (uint8_t which = 0; which < TLB_WORKS; which++)
        self->lines.drive(self->lines.self, which, WIRED_REST);
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
    tlb_machine calls = {self,  wired_verify, wired_start, control, wired_set_gear,
                         stop,  describe, state, self->calls.keep,
                         cut, self->calls.dictionary, self->calls.dictionary_size,
                         self->lines.show ? show : NULL, self->calls.chance, self->calls.flash,
                         self->calls.set_baud, self->calls.bauds, NULL, wired_is_beside};
    self->calls = calls;
    wired_upkeep_begin(self);
    self->board = board;
    self->now_ms = now;
    self->gear = usual;
    self->beside_side = TLP_NO_SIDE;
    for (uint8_t which = 0; which < TLB_WORKS; which++) {
        self->run[which].kind = WIRED_NO_JOB;
        self->lines.drive(self->lines.self, which, WIRED_REST);
    }
    if (self->lines.plan)
        self->lines.plan(self->lines.self, &usual);
    self->fault = tlb_board_begin(board, &self->calls, hello, cells, now);
    self->state = self->fault ? STATE(LOCKOUT) : wired_at_rest(self);
}

int wired_machine_moves(const wired_machine *self, uint8_t which)
{
    return runs(self, which) && !self->run[which].is_paused;
}

void wired_machine_turn(wired_machine *self, uint32_t now)
{
    self->now_ms = now;
    wired_run_on(self, TLB_BESIDE);
    wired_run_on(self, TLB_HAND);
}

void wired_machine_fail(wired_machine *self, uint16_t code, uint8_t side)
{
    if (runs(self, TLB_HAND) || runs(self, TLB_BESIDE))
        wired_fault(self, runs(self, TLB_HAND) ? TLB_HAND : TLB_BESIDE, code, side);
}

void wired_machine_start_by_key(wired_machine *self, uint8_t kind)
{
    static const uint8_t two_dice[] = {2};
    if (wired_may_start(self, TLB_HAND, kind) || tlb_board_began(self->board, TLB_HAND, kind))
        return;
    self->by_key = self->lines.sets && kind == TLP_JOB_KIND_NEXT_HAND;
    wired_start(self, TLB_HAND, kind, two_dice, sizeof two_dice);
}

void wired_machine_press(wired_machine *self, uint8_t key, uint16_t held_ms)
{
    tlb_board_pressed(self->board, key, held_ms);
    if (key == TLP_KEY_BOTH_LIFTS)
        wired_machine_allow(self);
    else if (key == TLP_KEY_DICE)
        wired_machine_start_by_key(self, TLP_JOB_KIND_ROLL);
    else if (key == TLP_KEY_LIFT && !runs(self, TLB_HAND))
        wired_machine_start_by_key(self, TLP_JOB_KIND_NEXT_HAND);
    else if (key == TLP_KEY_LIFT && takes_in(self))
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
