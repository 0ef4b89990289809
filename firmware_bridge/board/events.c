#include "events.h"

tlb_event *tlb_events_add(tlb_events *events)
{
    tlb_event *event;
    if (events->count == TLB_EVENTS) {
        events->first = (uint8_t)((events->first + 1) % TLB_EVENTS);
        events->count--;
    }
    event = &events->ring[(events->first + events->count++) % TLB_EVENTS];
    memset(event, 0, sizeof *event);
    event->number = ++events->added;
    return event;
}

void tlb_events_acknowledge(tlb_events *events, uint32_t number)
{
    while (events->count && events->ring[events->first].number <= number) {
        events->first = (uint8_t)((events->first + 1) % TLB_EVENTS);
        events->count--;
    }
}

void tlb_events_repeat(tlb_events *events)
{
    events->told = events->added - events->count;
    events->gap_due = events->count && events->told > 0;
}

static size_t encode(const tlb_event *event, uint8_t *out)
{
    tlp_event said;
    memset(&said, 0, sizeof said);
    said.event_no = event->number;
    said.device_ms = event->device_ms;
    said.kind = event->kind;
    said.side = event->side;
    said.code = event->code;
    said.op_id = event->op_id;
    said.gen = event->gen;
    said.table_state = event->state;
    said.data = event->data;
    said.data_size = event->size;
    return tlp_encode_event(&said, out);
}

size_t tlb_events_next(tlb_events *events, uint8_t *out)
{
    uint32_t lost = events->added - events->count;
    if (events->told < lost) { /* the ring ran over while the host was busy */
        events->told = lost;
        events->gap_due = 1;
    }
    if (events->gap_due) {
        tlp_event_gap gap = {events->told + 1};
        events->gap_due = 0;
        return tlp_encode_event_gap(&gap, out);
    }
    if (events->told == events->added)
        return 0;
    return encode(&events->ring[(events->first + (events->told++ - lost)) % TLB_EVENTS], out);
}
