#include "wired_results.h"
#include "wired_sets.h"

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

/* Return the tiles of a set in the machine, or of all. */
static uint16_t count_of(const wired_machine *self, uint8_t set)
{
    return set == WIRED_ANY_SET ? self->lines.count(self->lines.self)
                                : self->lines.sets->count(self->lines.self, set);
}

uint16_t wired_result(wired_machine *self, uint8_t which, uint8_t out[TLB_RESULT], uint8_t *size)
{
    *size = 0;
    switch (self->run[which].kind) {
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
        *size = (uint8_t)tlp_put(out, count_of(self, self->run[which].set), 2);
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
