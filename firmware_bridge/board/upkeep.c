#include "upkeep.h"

#define INPUTS 32 /* in one answer: a host asks for those behind them */
#define ROWS 6
#define ROW 16

/* Write a mechanism's work as it is kept and told; return the bytes written. */
static size_t put_row(uint8_t *to, const tlb_worked *one)
{
    tlp_put(to, one->cycles, 4);
    tlp_put(to + 4, one->seconds, 4);
    tlp_put(to + 8, one->cycles_at_service, 4);
    tlp_put(to + 12, one->seconds_at_service, 4);
    return ROW;
}

int tlb_upkeep_keep(tlb_upkeep *upkeep)
{
    uint8_t cells[TLB_UPKEEP_USED];
    const tlb_upkeep_lists *lists = upkeep->lists;
    size_t at = 0;
    if (!lists)
        return 1;
    upkeep->number++;
    at += tlp_put(cells + at, upkeep->number, 4);
    at += tlp_put(cells + at, upkeep->pulses, 4);
    at += tlp_put(cells + at, lists->parameters, 1);
    at += tlp_put(cells + at, lists->mechanisms, 1);
    for (uint8_t place = 0; place < lists->parameters; place++)
        at += tlp_put(cells + at, (uint32_t)upkeep->value[place], 4);
    for (uint8_t place = 0; place < lists->mechanisms; place++)
        at += put_row(cells + at, &upkeep->worked[place]);
    at += tlp_put(cells + at, tlp_crc32(cells, at), TLP_CRC);
    return upkeep->keep(upkeep->self, (uint8_t)(TLB_SLOTS + upkeep->number % TLB_UPKEEP_SLOTS),
                        cells, (uint16_t)at);
}

/* Return the number of a slot, 0 where it is torn, never written, or of another table. */
static uint32_t number_of(const tlb_upkeep_lists *lists, const uint8_t *cells)
{
    size_t size = TLB_UPKEEP_HEAD + 4u * lists->parameters + (size_t)ROW * lists->mechanisms;
    if (cells[8] != lists->parameters || cells[9] != lists->mechanisms ||
        tlp_crc32(cells, size) != tlp_get(cells + size, TLP_CRC))
        return 0;
    return (uint32_t)tlp_get(cells, 4);
}

static void read_slot(tlb_upkeep *upkeep, const uint8_t *cells)
{
    const tlb_upkeep_lists *lists = upkeep->lists;
    const uint8_t *from = cells + TLB_UPKEEP_HEAD;
    upkeep->number = (uint32_t)tlp_get(cells, 4);
    upkeep->pulses = (uint32_t)tlp_get(cells + 4, 4);
    for (uint8_t place = 0; place < lists->parameters; place++, from += 4) {
        int32_t value = (int32_t)(uint32_t)tlp_get(from, 4);
        if (value >= lists->limits[place].least && value <= lists->limits[place].most)
            upkeep->value[place] = value;
    }
    for (uint8_t place = 0; place < lists->mechanisms; place++, from += ROW) {
        tlb_worked *one = &upkeep->worked[place];
        one->cycles = (uint32_t)tlp_get(from, 4);
        one->seconds = (uint32_t)tlp_get(from + 4, 4);
        one->cycles_at_service = (uint32_t)tlp_get(from + 8, 4);
        one->seconds_at_service = (uint32_t)tlp_get(from + 12, 4);
    }
}

static int is_blank(const uint8_t *cells)
{
    for (size_t at = 0; at < TLB_UPKEEP_SLOTS * TLB_SLOT; at++)
        if (cells[at] != 0xFF)
            return 0;
    return 1;
}

void tlb_upkeep_begin(tlb_upkeep *upkeep, const tlb_upkeep_lists *lists, const uint8_t *cells)
{
    const uint8_t *newest = NULL;
    upkeep->lists = lists;
    if (!lists)
        return;
    for (uint8_t place = 0; place < lists->parameters; place++)
        upkeep->value[place] = lists->limits[place].usual;
    for (uint8_t slot = 0; slot < TLB_UPKEEP_SLOTS; slot++) {
        const uint8_t *found = cells + slot * TLB_SLOT;
        uint32_t number = number_of(lists, found);
        if (number && (!newest || number > tlp_get(newest, 4)))
            newest = found;
    }
    if (newest)
        read_slot(upkeep, newest);
    else
        upkeep->was_lost = (uint8_t)!is_blank(cells);
}

int tlb_upkeep_is_asked(const tlb_upkeep *upkeep, uint8_t message)
{
    return upkeep->lists && message >= TLP_MESSAGE_GET_INPUTS &&
           message <= TLP_MESSAGE_MARK_SERVICED;
}

/* Return how many of `count` places from `first` on go into an answer of `most`. */
static uint8_t places_in(uint8_t count, uint8_t first, uint8_t most)
{
    uint8_t left = first < count ? (uint8_t)(count - first) : 0;
    return left < most ? left : most;
}

static size_t tell_inputs(const tlb_upkeep *upkeep, const tlp_get_inputs *ask, uint8_t *out)
{
    uint8_t values[2 * INPUTS];
    uint8_t count = places_in(upkeep->lists->inputs, ask->first, INPUTS);
    tlp_inputs said = {ask->tag, ask->first, values, (uint8_t)(2 * count)};
    for (uint8_t place = 0; place < count; place++)
        tlp_put(values + 2 * place,
                (uint16_t)upkeep->lists->input(upkeep->self, (uint8_t)(ask->first + place)), 2);
    return tlp_encode_inputs(&said, out);
}

static size_t tell_parameters(const tlb_upkeep *upkeep, const tlp_get_parameters *ask, uint8_t *out)
{
    uint8_t values[4 * TLB_PARAMETERS]; /* all of them */
    uint8_t count = places_in(upkeep->lists->parameters, ask->first, TLB_PARAMETERS);
    tlp_parameters said = {ask->tag, ask->first, values, (uint8_t)(4 * count)};
    for (uint8_t place = 0; place < count; place++)
        tlp_put(values + 4 * place, (uint32_t)upkeep->value[ask->first + place], 4);
    return tlp_encode_parameters(&said, out);
}

static size_t tell_usage(const tlb_upkeep *upkeep, const tlp_get_usage *ask, uint8_t *out)
{
    uint8_t rows[ROW * ROWS];
    uint8_t count = places_in(upkeep->lists->mechanisms, ask->first, ROWS);
    tlp_usage said = {ask->tag, upkeep->pulses, ask->first, rows, (uint8_t)(ROW * count)};
    for (uint8_t place = 0; place < count; place++)
        put_row(rows + ROW * place, &upkeep->worked[ask->first + place]);
    return tlp_encode_usage(&said, out);
}

/* Set a parameter; return why not, 0 where it is set and kept. */
static uint16_t set(tlb_upkeep *upkeep, const tlp_set_parameter *wish, int is_moving)
{
    const tlb_limits *limits;
    int32_t before;
    if (is_moving)
        return TLP_FAULT_BUSY;
    if (wish->number >= upkeep->lists->parameters)
        return TLP_FAULT_BAD_ARGUMENT;
    limits = &upkeep->lists->limits[wish->number];
    if (wish->value < limits->least || wish->value > limits->most)
        return TLP_FAULT_BAD_ARGUMENT;
    before = upkeep->value[wish->number];
    upkeep->value[wish->number] = wish->value;
    if (tlb_upkeep_keep(upkeep))
        return 0;
    upkeep->value[wish->number] = before;
    return TLP_FAULT_MEMORY_BAD;
}

static uint16_t mark(tlb_upkeep *upkeep, uint8_t number)
{
    tlb_worked before, *one;
    if (number >= upkeep->lists->mechanisms)
        return TLP_FAULT_BAD_ARGUMENT;
    one = &upkeep->worked[number];
    before = *one;
    one->cycles_at_service = one->cycles;
    one->seconds_at_service = one->seconds;
    if (tlb_upkeep_keep(upkeep))
        return 0;
    *one = before;
    return TLP_FAULT_MEMORY_BAD;
}

size_t tlb_upkeep_answer(tlb_upkeep *upkeep, const uint8_t *body, size_t size, int is_moving,
                         uint8_t *out, uint16_t *code)
{
    union {
        tlp_get_inputs inputs;
        tlp_get_parameters parameters;
        tlp_get_usage usage;
        tlp_set_parameter set;
        tlp_mark_serviced mark;
    } ask;
    *code = 0;
    if (tlp_decode_get_inputs(&ask.inputs, body, size))
        return tell_inputs(upkeep, &ask.inputs, out);
    if (tlp_decode_get_parameters(&ask.parameters, body, size))
        return tell_parameters(upkeep, &ask.parameters, out);
    if (tlp_decode_get_usage(&ask.usage, body, size))
        return tell_usage(upkeep, &ask.usage, out);
    if (tlp_decode_set_parameter(&ask.set, body, size))
        *code = set(upkeep, &ask.set, is_moving);
    else if (tlp_decode_mark_serviced(&ask.mark, body, size))
        *code = mark(upkeep, ask.mark.number);
    else
        *code = TLP_FAULT_UNKNOWN_COMMAND; /* cut short */
    return 0;
}

void tlb_upkeep_started(tlb_upkeep *upkeep, uint8_t mechanism)
{
    if (upkeep->lists && mechanism < upkeep->lists->mechanisms)
        upkeep->worked[mechanism].cycles++;
}

void tlb_upkeep_turned(tlb_upkeep *upkeep, uint8_t mechanism, uint32_t ms)
{
    tlb_worked *one;
    if (!upkeep->lists || mechanism >= upkeep->lists->mechanisms)
        return;
    one = &upkeep->worked[mechanism];
    ms += one->rest_ms;
    one->seconds += ms / 1000;
    one->rest_ms = (uint16_t)(ms % 1000);
}
