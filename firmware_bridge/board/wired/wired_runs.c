#include "wired_checks.h"
#include "wired_results.h"
#include "wired_runs.h"
#include "wired_sets.h"
#include "wired_upkeep.h"

#define STATE(name) WIRED_STATE(name)

void wired_drive(wired_machine *self, uint8_t which, uint8_t line)
{
    if (self->is_cut || line == WIRED_AWAIT)
        line = WIRED_REST;
    self->lines.drive(self->lines.self, which, line);
    wired_upkeep_drive(self, which, line);
    if (self->is_cut)
        self->lines.drive(self->lines.self, which, WIRED_REST);
}

void wired_go_to(wired_machine *self, uint8_t state)
{
    if (state == 0 || state == self->state)
        return;
    self->state = state;
    tlb_board_changed(self->board);
}

/* Return the state of a table that a fault has stopped: protocol.md 3.2. */
static uint8_t state_in(uint16_t code)
{
    switch (code) {
    case TLP_FAULT_EMERGENCY_STOP:
    case TLP_FAULT_CONSOLE_CABLE_OFF:
        return STATE(SAFETY);
    case TLP_FAULT_LIFTERS_OUT_OF_STEP:
    case TLP_FAULT_HOME_LOST:
    case TLP_FAULT_TABLE_MOVED:
    case TLP_FAULT_IN_SERVICE:
        return STATE(LOCKOUT);
    default:
        return code / 100 == 5 ? STATE(LOCKOUT) : STATE(FAULT);
    }
}

uint8_t wired_at_rest(const wired_machine *self)
{
    uint8_t on = self->lines.switches(self->lines.self);
    if (on & WIRED_IS_OPEN)
        return STATE(HOLE_OPEN);
    if (on & WIRED_IS_UP)
        return STATE(PLAY);
    return on & WIRED_IS_BUILT ? STATE(READY) : STATE(IDLE);
}

const wired_step *wired_now(const wired_machine *self, uint8_t which)
{
    return &wired_jobs[self->run[which].row].step[self->run[which].step];
}

/* Make the movement of the hand known by the state of the table. */
static void tell_stage(wired_machine *self, uint8_t stage)
{
    int is_busy = wired_jobs[self->run[TLB_HAND].row].busy != 0;
    if (is_busy && stage == TLP_STAGE_DROP)
        wired_go_to(self, STATE(HOLE_OPEN));
    else if (is_busy && (stage == TLP_STAGE_SHUFFLE || stage == TLP_STAGE_BUILD))
        wired_go_to(self, STATE(BUILDING));
    else if (stage == TLP_STAGE_RAISE)
        wired_go_to(self, STATE(RAISING));
}

static void choose(wired_machine *self, uint8_t which, const wired_step *step)
{
    wired_run *run = &self->run[which];
    if (step->whose == WIRED_THE_OTHER)
        run->set = wired_other(self);
    else if (step->whose == WIRED_THE_PLAYED)
        run->set = wired_played(self);
}

static void make_step(wired_machine *self, uint8_t which)
{
    wired_run *run = &self->run[which];
    const wired_step *step = wired_now(self, which);
    if (step->line == WIRED_DICE_REST)
        self->shaken_ms = (uint16_t)(self->now_ms - run->began_ms);
    run->began_ms = self->now_ms;
    if (which == TLB_HAND) {
        self->is_closing = 0;
        tell_stage(self, step->stage);
    }
    tlb_board_progress(self->board, which, step->stage,
                       (uint8_t)(100 * run->step / wired_jobs[run->row].steps));
    if (self->lines.sets)
        self->lines.sets->choose(self->lines.self, which, run->set);
    tlb_board_sets(self->board);
    wired_drive(self, which, step->line);
}

/* Go to the next step that is due, from `place` on; return whether there is one. */
static int go_on(wired_machine *self, uint8_t which, uint8_t place)
{
    wired_run *run = &self->run[which];
    wired_drive(self, which, WIRED_REST); /* it is at its end, and what comes next is kept first */
    for (; place < wired_jobs[run->row].steps; place++) {
        const wired_step *step = &wired_jobs[run->row].step[place];
        choose(self, which, step);
        run->did = (uint8_t)(wired_is_due(self, which, step) != 0);
        if (!run->did)
            continue;
        run->step = place;
        make_step(self, which);
        return 1;
    }
    return 0;
}

void wired_start(void *table, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size)
{
    wired_machine *self = table;
    wired_run *run = &self->run[which];
    run->set = wired_set_of(self, kind, wired_wish(kind, args, size));
    run->row = kind == TLP_JOB_KIND_NEXT_HAND ? wired_next_hand(self) : kind;
    run->kind = kind;
    run->step = run->did = run->is_paused = 0;
    if (kind == TLP_JOB_KIND_ROLL)
        self->dice = args[0];
    if (kind == TLP_JOB_KIND_DEAL)
        self->seats = args[1];
    if (kind == TLP_JOB_KIND_JAM_CLEAR || kind == TLP_JOB_KIND_JOG)
        self->lines.aim(self->lines.self, args[0], args[1],
                        kind == TLP_JOB_KIND_JOG ? (int16_t)tlp_get(args + 2, 2) : 0);
    self->lines.begin(self->lines.self, which, kind, kind == TLP_JOB_KIND_ROLL ? self->dice : 0);
    if (which == TLB_HAND)
        wired_go_to(self, wired_jobs[run->row].busy);
    if (!go_on(self, which, 0))
        wired_end(self, which, TLP_JOB_STATE_DONE);
}

/* A table without a host has its next walls ready, too: once those that a key called for are up,
 * the set that was taken in is built. Nothing rises or opens before a key is pressed again. */
static void build_other(wired_machine *self)
{
    const uint8_t args[3] = {0, 0, wired_other(self)};
    self->by_key = 0;
    if (self->state != STATE(PLAY) || wired_set_state(self, args[2]) != TLP_SET_STATE_LOOSE ||
        wired_verify(self, TLB_BESIDE, TLP_JOB_KIND_BUILD, args, sizeof args) ||
        tlb_board_began(self->board, TLB_BESIDE, TLP_JOB_KIND_BUILD))
        return;
    wired_start(self, TLB_BESIDE, TLP_JOB_KIND_BUILD, args, sizeof args);
}

/* Let go of a job. */
static void let_go(wired_machine *self, uint8_t which)
{
    wired_drive(self, which, WIRED_REST);
    self->run[which].kind = WIRED_NO_JOB;
    self->run[which].is_paused = 0;
}

static void end_by(wired_machine *self, uint8_t which, uint8_t table_state, uint16_t code,
                   uint8_t side)
{
    let_go(self, which);
    if (which == TLB_HAND) {
        self->fault = code;
        self->by_key = 0;
        wired_go_to(self, table_state);
    }
    tlb_board_ended(self->board, which, TLP_JOB_STATE_FAILED, code, side, NULL, 0);
    tlb_board_sets(self->board);
}

void wired_fault(wired_machine *self, uint8_t which, uint16_t code, uint8_t side)
{
    uint8_t table = state_in(code);
    if (which == TLB_BESIDE && table == STATE(FAULT)) {
        self->beside_fault = code;
        self->beside_side = side;
        end_by(self, TLB_BESIDE, 0, code, side);
        return;
    }
    if (self->run[TLB_BESIDE].kind != WIRED_NO_JOB && table != STATE(FAULT))
        end_by(self, TLB_BESIDE, 0, code, side);
    end_by(self, TLB_HAND, table, code, side);
}

void wired_end(wired_machine *self, uint8_t which, uint8_t job_state)
{
    uint8_t result[TLB_RESULT];
    uint8_t size = 0;
    if (job_state == TLP_JOB_STATE_DONE) {
        uint16_t fault = wired_result(self, which, result, &size);
        if (fault) {
            wired_fault(self, which, fault, TLP_NO_SIDE);
            return;
        }
    }
    let_go(self, which);
    if (which == TLB_HAND) /* what ran in a fault leaves it, to be cleared */
        wired_go_to(self, self->fault ? (uint8_t)STATE(FAULT) : wired_at_rest(self));
    tlb_board_ended(self->board, which, job_state, 0, TLP_NO_SIDE, result, size);
    tlb_board_sets(self->board);
    if (which == TLB_HAND && self->by_key)
        build_other(self);
}

/* Give a movement up that stalls or does not come to its end; return whether it went wrong. */
static int has_failed(wired_machine *self, uint8_t which, uint8_t line, uint8_t way)
{
    uint8_t side = TLP_NO_SIDE;
    if (way == WIRED_FAILED) {
        uint16_t code = self->lines.fault(self->lines.self, which, &side);
        wired_fault(self, which, code, side);
        return 1;
    }
    if (self->now_ms - self->run[which].began_ms < 1000u * wired_upkeep_limit(self, line))
        return 0;
    wired_fault(self, which, wired_limits[line].fault, TLP_NO_SIDE);
    return 1;
}

/* Wait for the build beside the hand; return whether it is over. What has stopped it, now or
 * earlier, stops this too. */
static uint8_t await(wired_machine *self)
{
    uint16_t code = self->beside_fault;
    if (self->run[TLB_BESIDE].kind != WIRED_NO_JOB)
        return 0;
    self->beside_fault = 0;
    if (code)
        wired_fault(self, TLB_HAND, code, self->beside_side);
    return !code;
}

static uint8_t way_of(wired_machine *self, uint8_t which)
{
    if (which == TLB_HAND && self->is_closing)
        return WIRED_DONE;
    return self->lines.way(self->lines.self, which);
}

void wired_run_on(wired_machine *self, uint8_t which)
{
    wired_run *run = &self->run[which];
    while (wired_machine_moves(self, which) && !self->is_cut) {
        const wired_step *now = wired_now(self, which);
        uint8_t way;
        if (now->line == WIRED_AWAIT && !await(self))
            return;
        way = now->line == WIRED_AWAIT ? WIRED_DONE : way_of(self, which);
        if (way != WIRED_DONE && has_failed(self, which, now->line, way))
            return;
        if (way != WIRED_DONE) {
            tlb_board_progress(self->board, which, now->stage,
                               (uint8_t)((100u * run->step + way) / wired_jobs[run->row].steps));
            return;
        }
        if (now->line == WIRED_COUNT)
            self->must_count = 0;
        if (!go_on(self, which, (uint8_t)(run->step + 1)))
            wired_end(self, which, TLP_JOB_STATE_DONE);
    }
}
