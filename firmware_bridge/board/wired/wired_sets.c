#include "wired_sets.h"

#define INSIDE (WIRED_SET_LOOSE | WIRED_SET_SLOTS)

uint8_t wired_lies(const wired_machine *self, uint8_t set)
{
    return self->lines.sets && set < 2 ? self->lines.sets->lies(self->lines.self, set) : 0;
}

uint8_t wired_played(wired_machine *self)
{
    for (uint8_t set = 0; set < 2; set++)
        if (wired_lies(self, set) & WIRED_SET_TOP)
            self->played = set;
    return self->played;
}

uint8_t wired_other(wired_machine *self)
{
    uint8_t played = wired_played(self);
    return self->lines.sets ? (uint8_t)!played : played;
}

int wired_is_up(const wired_machine *self)
{
    return self->state == WIRED_STATE(PLAY) ||
           self->lines.switches(self->lines.self) & WIRED_IS_UP;
}

int wired_has_dealt(wired_machine *self)
{
    if (self->lines.sets)
        return wired_lies(self, wired_played(self)) & WIRED_SET_DEALT;
    return self->lines.switches(self->lines.self) & WIRED_IS_DEALT;
}

uint8_t wired_wish(uint8_t kind, const uint8_t *args, uint8_t size)
{
    uint8_t place = kind == TLP_JOB_KIND_BUILD ? 2 : 0;
    int has_wish = kind == TLP_JOB_KIND_BUILD || kind == TLP_JOB_KIND_DROP ||
                   kind == TLP_JOB_KIND_CENSUS;
    return has_wish && size > place ? args[place] : WIRED_ANY_SET;
}

uint8_t wired_set_of(wired_machine *self, uint8_t kind, uint8_t wish)
{
    uint8_t other = wired_other(self);
    if (wish != WIRED_ANY_SET || kind == TLP_JOB_KIND_CENSUS)
        return wish;
    return kind == TLP_JOB_KIND_BUILD && wired_lies(self, other) & INSIDE ? other : self->played;
}

int wired_may_build(wired_machine *self, uint8_t set)
{
    if (!self->lines.sets)
        return 1;
    if (set == wired_played(self) && wired_is_up(self))
        return 0;
    return !(wired_lies(self, !set) & (INSIDE | WIRED_SET_DEALT));
}

int wired_may_drop(wired_machine *self, uint8_t set)
{
    if (!self->lines.sets)
        return 1;
    if (set != wired_played(self) && wired_lies(self, set) & WIRED_SET_SLOTS)
        return 0;
    return !(wired_lies(self, !set) & WIRED_SET_LOOSE);
}

int wired_is_beside(void *table, uint8_t kind, const uint8_t *args, uint8_t size)
{
    wired_machine *self = table;
    if (!self->lines.sets || kind != TLP_JOB_KIND_BUILD)
        return 0;
    if (!wired_is_up(self) && !(wired_lies(self, wired_played(self)) & WIRED_SET_TOP))
        return 0;
    return wired_set_of(self, kind, wired_wish(kind, args, size)) == wired_other(self);
}

uint8_t wired_next_hand(wired_machine *self)
{
    uint8_t lies = wired_lies(self, wired_played(self));
    if (!self->lines.sets || (self->run[TLB_BESIDE].kind == WIRED_NO_JOB &&
                              !(wired_lies(self, wired_other(self)) & INSIDE)))
        return TLP_JOB_KIND_NEXT_HAND;
    return lies & WIRED_SET_TOP && lies & WIRED_SET_WHOLE && (!wired_is_up(self) || lies & WIRED_SET_DEALT)
               ? WIRED_FRESH
               : WIRED_CHANGE;
}

int wired_is_due(wired_machine *self, uint8_t which, const wired_step *step)
{
    uint8_t lies = wired_lies(self, self->run[which].set);
    int is_unbuilt = !(lies & WIRED_SET_WHOLE);
    switch (step->when) {
    case WIRED_IF_ABOVE:
        return self->run[which].did;
    case WIRED_IF_DOWN:
        return !wired_is_up(self) && wired_lies(self, wired_played(self)) & WIRED_SET_TOP;
    case WIRED_IF_UP:
        return wired_is_up(self);
    case WIRED_IF_DEALT:
        return wired_has_dealt(self);
    case WIRED_IF_OUT:
        return !(lies & INSIDE);
    case WIRED_IF_UNBUILT:
        return is_unbuilt;
    case WIRED_IF_UNSURE:
        return self->must_count;
    case WIRED_IF_BOTH:
        return self->must_count && is_unbuilt;
    default:
        return 1;
    }
}

/* Whether a job mixes or builds it now, or counts first. */
static int is_built_by(const wired_run *run, uint8_t set)
{
    const wired_step *step = &wired_jobs[run->row].step[run->step];
    if (run->kind == WIRED_NO_JOB || run->kind == TLP_JOB_KIND_CENSUS || run->set != set)
        return 0;
    return step->line == WIRED_COUNT || step->line == WIRED_MIXER || step->line == WIRED_HEADS;
}

uint8_t wired_set_state(const wired_machine *self, uint8_t set)
{
    uint8_t lies = wired_lies(self, set);
    if (is_built_by(&self->run[TLB_HAND], set) || is_built_by(&self->run[TLB_BESIDE], set))
        return TLP_SET_STATE_BUILDING;
    if (lies & WIRED_SET_TOP)
        return wired_is_up(self) ? TLP_SET_STATE_IN_PLAY : TLP_SET_STATE_BUILT;
    if (lies & WIRED_SET_WHOLE)
        return TLP_SET_STATE_BUILT;
    return lies & INSIDE ? TLP_SET_STATE_LOOSE : TLP_SET_STATE_OUT;
}

void wired_describe_sets(const wired_machine *self, tlp_status *said)
{
    said->beside_fault = self->beside_fault;
    said->beside_side = self->beside_side;
    for (uint8_t set = 0; self->lines.sets && set < sizeof said->sets; set++)
        said->sets[set] = wired_set_state(self, set);
}
