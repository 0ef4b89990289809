#include "wired_checks.h"
#include "wired_sets.h"

#define MOST_INDICATORS 5
#define LEAST_TILES 34
#define MOST_PLAYERS 9
#define CHUTES 4
#define IN(state) (1u << TLP_TABLE_STATE_##state)
#define JOB(kind) (1u << TLP_JOB_KIND_##kind)
/* Jobs of the hand in play that may run while the other set is built; a next hand waits for it. */
#define GOES_BESIDE (JOB(ROLL) | JOB(RAISE) | JOB(LOWER) | JOB(DEAL) | JOB(NEXT_HAND))
#define PART(name) (1u << TLP_MECHANISM_##name)
#define SIDED (PART(CONVEYOR) | PART(HEAD) | PART(PUSHER) | PART(WALL_LIFTER) | PART(CHUTE))

/* Bytes of arguments that each job has at least. */
static const uint8_t LEAST_ARGS[WIRED_JOBS] = {
    [TLP_JOB_KIND_BUILD] = 2,     [TLP_JOB_KIND_NEXT_HAND] = 2, [TLP_JOB_KIND_ROLL] = 1,
    [TLP_JOB_KIND_DEAL] = 2,      [TLP_JOB_KIND_JAM_CLEAR] = 3, [TLP_JOB_KIND_SELF_TEST] = 1,
    [TLP_JOB_KIND_JOG] = 4,
};

int wired_has_consent(const wired_machine *self)
{
    return self->allows && !tlb_is_due(self->now_ms, self->allowed_until_ms);
}

/* Whether what is at work leaves no room for a job. */
static int is_busy(const wired_machine *self, uint8_t which, uint8_t kind)
{
    uint8_t hand = self->run[TLB_HAND].kind;
    if (self->run[which].kind != WIRED_NO_JOB)
        return 1;
    if (which == TLB_BESIDE)
        return hand != WIRED_NO_JOB &&
               (!(GOES_BESIDE >> hand & 1) || hand == TLP_JOB_KIND_NEXT_HAND);
    return self->run[TLB_BESIDE].kind != WIRED_NO_JOB && !(GOES_BESIDE >> kind & 1);
}

uint16_t wired_may_start(const wired_machine *self, uint8_t which, uint8_t kind)
{
    uint16_t from = which == TLB_BESIDE ? IN(PLAY) | IN(READY) | IN(RAISING) : wired_jobs[kind].from;
    if (is_busy(self, which, kind))
        return TLP_FAULT_BUSY;
    return wired_jobs[kind].steps && from >> self->state & 1 ? 0 : TLP_FAULT_BAD_STATE;
}

/* Whether the machine has such a job, to be asked for. */
static int has_job(const wired_machine *self, uint8_t kind)
{
    if (kind >= WIRED_JOBS || wired_jobs[kind].steps == 0)
        return 0;
    if ((kind == TLP_JOB_KIND_JAM_CLEAR || kind == TLP_JOB_KIND_JOG) && !self->lines.aim)
        return 0;
    return !self->lines.jobs || self->lines.jobs >> kind & 1;
}

static uint16_t check_part(const uint8_t *args)
{
    if (args[0] > TLP_MECHANISM_CHAIN_ROD)
        return TLP_FAULT_BAD_ARGUMENT;
    return (SIDED >> args[0] & 1) && args[1] > 3 ? TLP_FAULT_BAD_ARGUMENT : 0;
}

/* A jam is cleared only where there is one. */
static uint16_t check_jam(const wired_machine *self, const uint8_t *args)
{
    if (self->fault != TLP_FAULT_MOTOR_STALL &&
        (self->fault < TLP_FAULT_HOLE_BLOCKED || self->fault > TLP_FAULT_CHAIN_ROD_JAM))
        return TLP_FAULT_BAD_STATE;
    return check_part(args);
}

/* Dealt tiles are handed out once, as many as wait for each seat. */
static uint16_t check_deal(wired_machine *self, const uint8_t *args)
{
    int waits = self->lines.switches(self->lines.self) & WIRED_IS_DEALT;
    if (!waits || args[0] != self->gear.deal || args[1] < 1 || args[1] > self->gear.players ||
        args[1] > CHUTES)
        return TLP_FAULT_BAD_ARGUMENT;
    return wired_is_up(self) && !wired_has_dealt(self) ? TLP_FAULT_BAD_STATE : 0; /* of the next hand */
}

static uint16_t check_tiles(const wired_machine *self, const uint8_t *args)
{
    uint16_t tiles = (uint16_t)tlp_get(args, 2);
    return tiles == 0 || tiles == self->gear.count ? 0 : TLP_FAULT_UNSUPPORTED_GEAR;
}

/* Return the fault that refuses the set which a job is about: none of ours, or one in the way. */
static uint16_t check_set(wired_machine *self, uint8_t kind, const uint8_t *args, uint8_t size)
{
    uint8_t wish = wired_wish(kind, args, size), set = wired_set_of(self, kind, wish);
    if (wish != WIRED_ANY_SET && (!self->lines.sets || wish > 1))
        return TLP_FAULT_UNSUPPORTED_GEAR;
    if (kind == TLP_JOB_KIND_BUILD && (self->beside_fault || !wired_may_build(self, set)))
        return TLP_FAULT_BAD_STATE;
    if (kind == TLP_JOB_KIND_DROP && !wired_may_drop(self, set))
        return TLP_FAULT_BAD_STATE;
    return 0;
}

static uint16_t check_arguments(wired_machine *self, uint8_t kind, const uint8_t *args,
                                uint8_t size)
{
    uint16_t code;
    switch (kind) {
    case TLP_JOB_KIND_ROLL:
        return args[0] < 1 || args[0] > 3 ? TLP_FAULT_BAD_ARGUMENT : 0;
    case TLP_JOB_KIND_DEAL:
        return check_deal(self, args);
    case TLP_JOB_KIND_JAM_CLEAR:
        return check_jam(self, args);
    case TLP_JOB_KIND_JOG:
        return check_part(args);
    case TLP_JOB_KIND_NEXT_HAND:
        return check_tiles(self, args);
    case TLP_JOB_KIND_BUILD:
        code = check_set(self, kind, args, size);
        return code ? code : check_tiles(self, args);
    case TLP_JOB_KIND_DROP:
    case TLP_JOB_KIND_CENSUS:
        return check_set(self, kind, args, size);
    default:
        return 0;
    }
}

/* Whether somebody at the console has to allow it. */
static int is_consented(uint8_t kind)
{
    return kind == TLP_JOB_KIND_HOME || kind == TLP_JOB_KIND_SELF_TEST || kind == TLP_JOB_KIND_JOG;
}

uint16_t wired_verify(void *table, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size)
{
    wired_machine *self = table;
    uint16_t code;
    if (!has_job(self, kind))
        return TLP_FAULT_UNKNOWN_COMMAND;
    if (size < LEAST_ARGS[kind])
        return TLP_FAULT_BAD_ARGUMENT;
    code = wired_may_start(self, which, kind);
    if (code)
        return code;
    code = check_arguments(self, kind, args, size);
    if (code)
        return code;
    return is_consented(kind) && !wired_has_consent(self) ? TLP_FAULT_CONSENT_MISSING : 0;
}

/* Whether tiles and stacks add up; of an odd number that is left by a deal the last stack is half. */
static int adds_up(const tlp_set_gear *gear)
{
    uint16_t dealt = (uint16_t)(gear->deal * gear->players), holds = dealt;
    for (size_t side = 0; side < sizeof gear->layout; side++)
        holds = (uint16_t)(holds + 2u * gear->layout[side]);
    return gear->players >= 1 && gear->players <= MOST_PLAYERS && dealt <= gear->count &&
           (holds == gear->count || (gear->deal && holds == gear->count + 1));
}

uint16_t wired_set_gear(void *table, const tlp_set_gear *gear)
{
    wired_machine *self = table;
    if (!adds_up(gear))
        return TLP_FAULT_BAD_ARGUMENT;
    if (self->run[TLB_HAND].kind != WIRED_NO_JOB || self->run[TLB_BESIDE].kind != WIRED_NO_JOB ||
        !(wired_jobs[TLP_JOB_KIND_ROLL].from >> self->state & 1))
        return TLP_FAULT_BAD_STATE;
    if (!self->lines.plan || gear->count < LEAST_TILES ||
        (gear->deal && !has_job(self, TLP_JOB_KIND_DEAL)))
        return TLP_FAULT_UNSUPPORTED_GEAR;
    self->gear = *gear;
    self->lines.plan(self->lines.self, gear);
    return 0;
}

uint16_t wired_check_setting(const wired_machine *self, const tlb_setting *setting)
{
    uint8_t count = setting->to.indicators.count, wall = self->gear.layout[0];
    if (setting->message != TLP_MESSAGE_FLIP_DORA)
        return 0;
    if (!wired_is_up(self))
        return TLP_FAULT_BAD_STATE;
    return count < 1 || count > MOST_INDICATORS || count + 2 > wall ? TLP_FAULT_BAD_ARGUMENT : 0;
}
