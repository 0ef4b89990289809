#include "bare_machine.h"

#define NO_JOB 0xFF
#define BY_ITSELF 0
#define MOST_STEPS 6
#define CHECK_MS 250u
#define CONSENT_MS 60000u
#define IN(state) (1u << TLP_TABLE_STATE_##state)
#define REST (IN(IDLE) | IN(READY) | IN(PLAY))

typedef struct {
    uint8_t stage;
    uint16_t ms;
} step;

typedef struct {
    uint16_t from; /* the states in which it may start, one bit each */
    uint8_t busy, after; /* the state meanwhile and then; 0 leaves it as it is */
    uint8_t steps;
    step step[MOST_STEPS];
} job;

#define STEP(stage, ms) {TLP_STAGE_##stage, ms}
#define STATE(name) TLP_TABLE_STATE_##name

static const job JOBS[] = {
    [BY_ITSELF] = {0, STATE(HOMING), STATE(IDLE), 1, {STEP(HOME, 5000)}},
    [TLP_JOB_KIND_OPEN_HOLE] = {REST, 0, STATE(HOLE_OPEN), 1, {STEP(OPEN_HOLE, 500)}},
    [TLP_JOB_KIND_CLOSE_HOLE] = {IN(HOLE_OPEN), 0, STATE(IDLE), 1, {STEP(CLOSE_HOLE, 500)}},
    [TLP_JOB_KIND_DROP] = {IN(IDLE) | IN(PLAY), STATE(HOLE_OPEN), STATE(IDLE), 3,
                           {STEP(OPEN_HOLE, 500), STEP(DROP, 1000), STEP(CLOSE_HOLE, 500)}},
    [TLP_JOB_KIND_BUILD] = {IN(IDLE) | IN(READY), STATE(BUILDING), STATE(READY), 2,
                            {STEP(SHUFFLE, 4000), STEP(BUILD, 16000)}},
    [TLP_JOB_KIND_RAISE] = {IN(READY), STATE(RAISING), STATE(PLAY), 1, {STEP(RAISE, 3000)}},
    [TLP_JOB_KIND_LOWER] = {IN(PLAY), STATE(RAISING), STATE(IDLE), 1, {STEP(LOWER, 3000)}},
    [TLP_JOB_KIND_NEXT_HAND] = {REST | IN(HOLE_OPEN), STATE(BUILDING), STATE(PLAY), 6,
                                {STEP(OPEN_HOLE, 500), STEP(DROP, 1000), STEP(CLOSE_HOLE, 500),
                                 STEP(SHUFFLE, 4000), STEP(BUILD, 16000), STEP(RAISE, 3000)}},
    [TLP_JOB_KIND_ROLL] = {REST, 0, 0, 2, {STEP(ROLL, 3500), STEP(SETTLE, 1000)}},
    [TLP_JOB_KIND_HOME] = {REST | IN(HOLE_OPEN), STATE(HOMING), STATE(IDLE), 1,
                           {STEP(HOME, 5000)}},
    [TLP_JOB_KIND_CENSUS] = {IN(IDLE) | IN(READY), 0, 0, 1, {STEP(CENSUS, 4000)}},
    [TLP_JOB_KIND_SELF_TEST] = {REST | IN(FAULT), 0, 0, 1, {STEP(TEST, 3000)}},
    [TLP_JOB_KIND_JOG] = {0, 0, 0, 0, {{0, 0}}},
};

static void go_to(bare_machine *self, uint8_t state)
{
    if (state == 0 || state == self->state)
        return;
    self->state = state;
    tlb_board_changed(self->board);
}

/* Whether somebody at the console allows motions by the operator. */
static int has_consent(const bare_machine *self)
{
    return self->allows && !tlb_is_due(self->now_ms, self->allowed_until_ms);
}

/* Whether the job may start in the state that the table has, for whoever asks. */
static int may_start(const bare_machine *self, uint8_t kind)
{
    return JOBS[kind].steps && self->kind == NO_JOB && (JOBS[kind].from >> self->state & 1);
}

static uint16_t verify(void *table, uint8_t kind, const uint8_t *args, uint8_t size)
{
    const bare_machine *self = table;
    const job *wish = &JOBS[kind];
    if (wish->steps == 0)
        return TLP_FAULT_UNKNOWN_COMMAND;
    if (self->kind != NO_JOB)
        return TLP_FAULT_BUSY;
    if (!may_start(self, kind))
        return TLP_FAULT_BAD_STATE;
    if ((kind == TLP_JOB_KIND_HOME || kind == TLP_JOB_KIND_SELF_TEST) && !has_consent(self))
        return TLP_FAULT_CONSENT_MISSING;
    if (kind == TLP_JOB_KIND_ROLL && (size < 1 || args[0] < 1 || args[0] > 3))
        return TLP_FAULT_BAD_ARGUMENT;
    return 0;
}

static void begin_step(bare_machine *self, uint8_t place)
{
    const job *running = &JOBS[self->kind];
    self->step = place;
    self->step_at_ms = self->now_ms + running->step[place].ms;
    tlb_board_progress(self->board, running->step[place].stage,
                       (uint8_t)(100 * place / running->steps));
}

static void start(void *table, uint8_t kind, const uint8_t *args, uint8_t size)
{
    bare_machine *self = table;
    self->kind = kind;
    self->before = self->state;
    self->is_paused = 0;
    self->dice = kind == TLP_JOB_KIND_ROLL && size ? args[0] : 0;
    self->began(kind);
    go_to(self, JOBS[kind].busy);
    begin_step(self, 0);
}

static uint8_t throw_die(bare_machine *self)
{
    uint32_t eye;
    do { /* every face is as likely: the few numbers above the last whole six are drawn again */
        self->chance ^= self->chance << 13;
        self->chance ^= self->chance >> 17;
        self->chance ^= self->chance << 5;
        eye = self->chance >> 5;
    } while (eye >= 134217726u);
    return (uint8_t)(1 + eye % 6);
}

/* Write what a finished job brought; return how many bytes. */
static uint8_t result_of(bare_machine *self, uint8_t *out)
{
    switch (self->kind) {
    case TLP_JOB_KIND_ROLL:
        out[0] = TLP_DICE_SOURCE_MOTOR_SENSOR;
        out[1] = 100;
        for (uint8_t die = 0; die < self->dice; die++)
            out[2 + die] = out[2 + self->dice + die] = throw_die(self);
        tlp_put(out + 2 + 2 * self->dice, JOBS[self->kind].step[0].ms, 2);
        return (uint8_t)(4 + 2 * self->dice);
    case TLP_JOB_KIND_CENSUS:
        return (uint8_t)tlp_put(out, self->gear.count, 2);
    case TLP_JOB_KIND_SELF_TEST:
        out[0] = 0;
        return 1;
    case TLP_JOB_KIND_BUILD:
    case TLP_JOB_KIND_RAISE:
    case TLP_JOB_KIND_NEXT_HAND:
        memcpy(out, self->gear.layout, sizeof self->gear.layout);
        return sizeof self->gear.layout;
    default:
        return 0;
    }
}

static void end(bare_machine *self, uint8_t job_state, uint8_t table_state, uint16_t fault,
                uint8_t side)
{
    uint8_t result[TLB_RESULT];
    uint8_t size = job_state == TLP_JOB_STATE_DONE ? result_of(self, result) : 0;
    self->kind = NO_JOB;
    self->is_paused = 0;
    self->fault = fault;
    go_to(self, table_state);
    tlb_board_ended(self->board, job_state, fault, side, result, size);
}

static uint16_t clear(bare_machine *self, uint16_t code)
{
    int was_locked = self->state == STATE(LOCKOUT) || self->state == STATE(SAFETY);
    if (code == 0 || code != self->fault)
        return TLP_FAULT_BAD_ARGUMENT;
    if (self->is_stopped)
        return TLP_FAULT_BAD_STATE;
    self->fault = 0;
    self->before = STATE(IDLE);
    if (was_locked)
        start(self, BY_ITSELF, NULL, 0);
    else
        go_to(self, STATE(IDLE));
    return 0;
}

static uint16_t control(void *table, uint8_t action, uint16_t code)
{
    bare_machine *self = table;
    if (action == TLP_CONTROL_ACTION_CLEAR_FAULT)
        return clear(self, code);
    if (self->kind == NO_JOB || self->kind == BY_ITSELF)
        return TLP_FAULT_BAD_STATE;
    if (action == TLP_CONTROL_ACTION_CANCEL) {
        end(self, TLP_JOB_STATE_CANCELLED, self->before, 0, TLP_NO_SIDE);
        return 0;
    }
    if ((action == TLP_CONTROL_ACTION_PAUSE) == self->is_paused)
        return TLP_FAULT_BAD_STATE;
    self->is_paused = !self->is_paused;
    if (self->is_paused)
        self->rested_ms = self->now_ms;
    else
        self->step_at_ms += self->now_ms - self->rested_ms;
    return 0;
}

static uint16_t set_gear(void *table, const tlp_set_gear *gear)
{
    bare_machine *self = table;
    uint16_t stacks = 0;
    for (size_t side = 0; side < sizeof gear->layout; side++)
        stacks = (uint16_t)(stacks + gear->layout[side]);
    if (self->kind != NO_JOB || !(REST >> self->state & 1))
        return TLP_FAULT_BAD_STATE;
    if (gear->count % 2 || gear->count < 34 || 2 * stacks != gear->count)
        return TLP_FAULT_UNSUPPORTED_GEAR;
    self->gear = *gear;
    return 0;
}

static void stop(void *table, uint16_t code)
{
    bare_machine *self = table;
    int is_emergency = code == TLP_FAULT_EMERGENCY_STOP;
    if (self->is_stopped)
        return;
    self->is_stopped = (uint8_t)is_emergency;
    end(self, TLP_JOB_STATE_FAILED, is_emergency ? STATE(SAFETY) : STATE(FAULT), code,
        TLP_NO_SIDE);
}

static void describe(void *table, tlp_status *said)
{
    const bare_machine *self = table;
    said->flags = (uint8_t)((self->state == STATE(HOLE_OPEN) ? TLP_STATUS_FLAG_HOLE_OPEN : 0) |
                            (self->state == STATE(PLAY) ? TLP_STATUS_FLAG_WALLS_UP : 0) |
                            (self->is_paused ? TLP_STATUS_FLAG_PAUSED : 0) |
                            (self->is_stopped ? TLP_STATUS_FLAG_ESTOP : 0) |
                            (has_consent(self) ? TLP_STATUS_FLAG_CONSENT : 0));
    said->count = self->gear.count;
    said->players = self->gear.players;
    said->deal = self->gear.deal;
    memcpy(said->layout, self->gear.layout, sizeof said->layout);
    said->fault = self->fault;
}

/* The motors stand from here on; the loop learns of it at its next turn. */
static void cut(void *table)
{
    bare_machine *self = table;
    if (self->kind != NO_JOB)
        self->has_cut();
}

static uint8_t state(void *table)
{
    return ((const bare_machine *)table)->state;
}

void bare_machine_begin(bare_machine *self, tlb_board *board, const tlp_sync_answer *hello,
                const uint8_t cells[TLB_SLOTS * TLB_SLOT], uint32_t now)
{
    static const tlp_set_gear usual = {0, 136, 4, 0, {17, 17, 17, 17}};
    tlb_machine calls = {self,  verify, start,    control, set_gear,
                         stop,  describe, state, self->calls.keep,
                         cut, self->calls.dictionary, self->calls.dictionary_size};
    self->calls = calls;
    self->board = board;
    self->now_ms = now;
    self->chance = hello->boot_id | 1;
    self->gear = usual;
    self->kind = NO_JOB;
    self->fault = tlb_board_begin(board, &self->calls, hello, cells, now);
    self->state = self->before = self->fault ? STATE(LOCKOUT) : STATE(IDLE);
}

void bare_machine_turn(bare_machine *self, uint32_t now)
{
    self->now_ms = now;
    while (self->kind != NO_JOB && !self->is_paused && tlb_is_due(now, self->step_at_ms)) {
        if (self->step + 1 < JOBS[self->kind].steps)
            begin_step(self, (uint8_t)(self->step + 1));
        else
            end(self, TLP_JOB_STATE_DONE, JOBS[self->kind].after, 0, TLP_NO_SIDE);
    }
    if (self->kind != NO_JOB && !self->is_paused) {
        const job *running = &JOBS[self->kind];
        const step *now_in = &running->step[self->step];
        uint32_t left = self->step_at_ms - now;
        uint32_t done = 100u * (now_in->ms - left) / now_in->ms;
        tlb_board_progress(self->board, now_in->stage,
                           (uint8_t)((100u * self->step + done) / running->steps));
    }
}

uint32_t bare_machine_wait(const bare_machine *self)
{
    uint32_t left;
    if (self->kind == NO_JOB || self->is_paused)
        return UINT32_MAX;
    left = tlb_is_due(self->now_ms, self->step_at_ms) ? 0 : self->step_at_ms - self->now_ms;
    return left < CHECK_MS ? left : CHECK_MS;
}

void bare_machine_fail(bare_machine *self, uint16_t code, uint8_t side)
{
    if (self->kind != NO_JOB)
        end(self, TLP_JOB_STATE_FAILED, STATE(FAULT), code, side);
}

void bare_machine_start_by_key(bare_machine *self, uint8_t kind)
{
    static const uint8_t two_dice[] = {2};
    if (!may_start(self, kind) || self->board->ops.current || tlb_board_began(self->board, kind))
        return;
    start(self, kind, two_dice, sizeof two_dice);
}

void bare_machine_release(bare_machine *self)
{
    self->is_stopped = 0;
}

void bare_machine_allow(bare_machine *self)
{
    self->allows = 1;
    self->allowed_until_ms = self->now_ms + CONSENT_MS;
}
