#include "link.h"

int tlb_deframe(tlb_deframer *from, uint8_t byte, tlp_frame *frame)
{
    int whole = 0;
    if (byte != 0) {
        if (from->is_skipping)
            return 0;
        if (from->size == TLB_HELD) { /* longer than any frame: noise up to the next 0 */
            from->size = 0;
            from->is_skipping = 1;
            from->bad++;
            return 0;
        }
        from->held[from->size++] = byte;
        return 0;
    }
    if (from->size != 0) {
        whole = tlp_decode_frame(frame, from->held, from->size);
        whole = whole && frame->type >= TLP_FRAME_TYPE_DATA && frame->type <= TLP_FRAME_TYPE_REFUSE;
        from->bad += !whole;
    }
    from->size = 0;
    from->is_skipping = 0;
    return whole;
}

int tlb_link_room(const tlb_link *link)
{
    return TLB_QUEUE - link->count;
}

uint8_t *tlb_link_space(tlb_link *link)
{
    return link->queue[(link->first + link->count) % TLB_QUEUE].data;
}

void tlb_link_queued(tlb_link *link, size_t size)
{
    link->queue[(link->first + link->count) % TLB_QUEUE].size = (uint8_t)size;
    link->count++;
}

/* Send everything that is on its way again. */
static void go_back(tlb_link *link)
{
    link->unsent = link->flying;
    link->went_back = 1;
}

int tlb_link_is_sent(const tlb_link *link)
{
    return !link->has_answer && !link->unsent && link->flying == link->count;
}

void tlb_link_restart(tlb_link *link, uint32_t now)
{
    link->timeouts = 0;
    link->rto_ms = TLB_RTO_MS;
    link->expires_ms = now + link->rto_ms;
    if (link->flying)
        go_back(link);
}

static void take_ack(tlb_link *link, uint8_t ack, int gap, uint32_t now)
{
    uint8_t confirmed = (uint8_t)(ack - link->base);
    uint8_t sent = (uint8_t)(link->flying - link->unsent);
    if (confirmed > link->flying)
        return;
    if (confirmed == 0) {
        if (gap && !link->went_back && link->flying)
            go_back(link);
        return;
    }
    link->first = (uint8_t)((link->first + confirmed) % TLB_QUEUE);
    link->count = (uint8_t)(link->count - confirmed);
    link->flying = (uint8_t)(link->flying - confirmed);
    if (confirmed > sent)
        link->unsent = (uint8_t)(link->unsent - (confirmed - sent));
    link->base = ack;
    link->timeouts = 0;
    link->went_back = 0;
    link->rto_ms = TLB_RTO_MS;
    link->is_waiting = link->flying != 0;
    link->expires_ms = now + link->rto_ms;
}

static void answer(tlb_link *link, uint8_t type, uint16_t session)
{
    memset(&link->answer, 0, sizeof link->answer);
    link->answer.type = type;
    link->answer.session = session;
    link->has_answer = 1;
}

static void refuse(tlb_link *link, uint16_t session, uint16_t code)
{
    tlp_refuse body = {code, TLP_LOWEST_PROTOCOL, TLP_PROTOCOL};
    answer(link, TLP_FRAME_TYPE_REFUSE, session);
    link->answer.body_size = (uint16_t)tlp_encode_refuse(&body, link->answer.body);
}

static void begin(tlb_link *link, uint16_t number, uint32_t now)
{
    link->is_open = 1;
    link->number = number;
    link->expected = link->base = link->first = link->count = 0;
    link->flying = link->unsent = link->went_back = link->timeouts = link->is_waiting = 0;
    link->ack_due = link->gap_seen = link->has_loose = 0;
    link->rto_ms = TLB_RTO_MS;
    link->heard_ms = link->sent_ms = now;
}

static tlb_happening take_sync(tlb_link *link, const tlp_frame *frame, const tlp_sync_answer *hello,
                               uint32_t now)
{
    tlp_sync wish;
    tlp_sync_answer said = *hello;
    if (!tlp_decode_sync(&wish, frame->body, frame->body_size) || frame->session == 0)
        return TLB_NOTHING;
    said.protocol = wish.highest < TLP_PROTOCOL ? wish.highest : TLP_PROTOCOL;
    if (said.protocol < wish.lowest || said.protocol < TLP_LOWEST_PROTOCOL) {
        refuse(link, frame->session, TLP_FAULT_UNSUPPORTED_VERSION);
        return TLB_NOTHING;
    }
    answer(link, TLP_FRAME_TYPE_SYNACK, frame->session);
    link->answer.body_size = (uint16_t)tlp_encode_sync_answer(&said, link->answer.body);
    if (link->is_open && frame->session == link->number)
        return TLB_NOTHING;
    begin(link, frame->session, now);
    link->protocol = said.protocol;
    return TLB_OPENED;
}

tlb_happening tlb_link_take(tlb_link *link, const tlp_frame *frame, const tlp_sync_answer *hello,
                            uint32_t now)
{
    uint8_t ahead;
    if (frame->type == TLP_FRAME_TYPE_SYNC)
        return take_sync(link, frame, hello, now);
    if (!link->is_open || frame->session != link->number) {
        link->foreign++;
        if (!link->is_open && !link->has_answer && frame->session)
            refuse(link, frame->session, TLP_FAULT_TABLE_RESTARTED);
        return TLB_NOTHING;
    }
    link->heard_ms = now;
    if (frame->type == TLP_FRAME_TYPE_URGENT || frame->type == TLP_FRAME_TYPE_TELEM)
        return TLB_LOOSE;
    if (frame->type != TLP_FRAME_TYPE_DATA && frame->type != TLP_FRAME_TYPE_ACK)
        return TLB_NOTHING;
    take_ack(link, frame->ack, frame->flags & TLP_GAP, now);
    if (frame->type == TLP_FRAME_TYPE_ACK)
        return TLB_NOTHING;
    ahead = (uint8_t)(frame->seq - link->expected);
    if (ahead == 0 && tlb_link_room(link) < TLB_ANSWER_ROOM)
        return TLB_NOTHING;
    link->ack_due = 1;
    link->gap_seen = ahead != 0 && ahead < 128;
    if (ahead != 0)
        return TLB_NOTHING;
    link->expected++;
    return TLB_BODY;
}

void tlb_link_tick(tlb_link *link, uint32_t now)
{
    if (!link->is_open)
        return;
    if (link->is_waiting && tlb_is_due(now, link->expires_ms)) {
        link->timeouts++;
        link->rto_ms = 2 * link->rto_ms < TLB_RTO_MAX_MS ? 2 * link->rto_ms : TLB_RTO_MAX_MS;
        link->expires_ms = now + link->rto_ms;
        go_back(link);
    }
    if (link->timeouts >= TLB_TRIES || tlb_is_due(now, link->heard_ms + TLB_SILENCE_MS))
        link->is_open = 0;
}

static size_t write_one(tlb_link *link, uint8_t type, uint8_t seq, const tlb_body *body,
                        uint8_t *out)
{
    tlp_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.type = type;
    frame.flags = link->gap_seen ? TLP_GAP : 0;
    frame.seq = seq;
    frame.ack = link->expected;
    frame.session = link->number;
    if (body) {
        frame.body_size = body->size;
        memcpy(frame.body, body->data, body->size);
    }
    return tlp_encode_frame(&frame, out);
}

/* Write the bodies that are to be sent now. */
static size_t write_bodies(tlb_link *link, uint32_t now, uint8_t *out, size_t room)
{
    size_t size = 0;
    while (link->flying < TLB_WINDOW && link->flying < link->count) {
        link->flying++;
        link->unsent++;
    }
    while (link->unsent && room - size >= TLP_MAX_WIRE) {
        uint8_t place = (uint8_t)(link->flying - link->unsent);
        const tlb_body *body = &link->queue[(link->first + place) % TLB_QUEUE];
        size += write_one(link, TLP_FRAME_TYPE_DATA, (uint8_t)(link->base + place), body,
                          out + size);
        link->unsent--;
        if (!link->is_waiting) {
            link->is_waiting = 1;
            link->expires_ms = now + link->rto_ms;
        }
    }
    return size;
}

size_t tlb_link_write(tlb_link *link, uint32_t now, uint8_t *out, size_t room)
{
    size_t size = 0, bodies;
    if (link->has_answer && room >= TLP_MAX_WIRE) {
        size += tlp_encode_frame(&link->answer, out);
        link->has_answer = 0;
    }
    if (!link->is_open)
        return size;
    if (link->has_loose && room - size >= TLP_MAX_WIRE) {
        size += write_one(link, TLP_FRAME_TYPE_TELEM, 0, &link->loose, out + size);
        link->has_loose = 0;
    }
    bodies = write_bodies(link, now, out + size, room - size);
    if (bodies == 0 && (link->ack_due || tlb_is_due(now, link->sent_ms + TLB_HEARTBEAT_MS)) &&
        room - size >= TLP_MAX_WIRE)
        bodies = write_one(link, TLP_FRAME_TYPE_ACK, 0, NULL, out + size);
    if (bodies) {
        link->ack_due = link->gap_seen = 0;
        link->sent_ms = now;
    }
    return size + bodies;
}

uint32_t tlb_link_wait(const tlb_link *link, uint32_t now)
{
    uint32_t at = link->sent_ms + TLB_HEARTBEAT_MS;
    if (!link->is_open)
        return UINT32_MAX;
    if (!tlb_is_due(link->heard_ms + TLB_SILENCE_MS, at))
        at = link->heard_ms + TLB_SILENCE_MS;
    if (link->is_waiting && !tlb_is_due(link->expires_ms, at))
        at = link->expires_ms;
    return tlb_is_due(now, at) ? 0 : at - now;
}
