#include "ops.h"

#define HEAD TLB_SLOT_HEAD
#define HOST TLB_SLOT_HOST
#define OP TLB_SLOT_OP
#define OP_AT 8 /* of the hand in play; that of the other set stands behind the hosts */
#define FLAG 0x80u /* of the numbers at the end of the head: there is something of the other set */
#define IS_FINAL(state) ((state) >= TLP_JOB_STATE_DONE)

static size_t put_op(uint8_t *cells, const tlb_op *op)
{
    size_t at = tlp_put(cells, op->op_id, 8);
    at += tlp_put(cells + at, op->kind, 1);
    at += tlp_put(cells + at, op->state, 1);
    at += tlp_put(cells + at, op->stage, 1);
    at += tlp_put(cells + at, op->fault, 2);
    at += tlp_put(cells + at, op->side, 1);
    at += tlp_put(cells + at, op->size, 1);
    memcpy(cells + at, op->result, TLB_RESULT);
    return at + TLB_RESULT;
}

static void read_op(tlb_op *op, const uint8_t *cells)
{
    memset(op, 0, sizeof *op);
    op->op_id = tlp_get(cells, 8);
    op->kind = cells[8];
    op->state = cells[9];
    op->stage = cells[10];
    op->fault = (uint16_t)tlp_get(cells + 11, 2);
    op->side = cells[13];
    op->size = cells[14] < TLB_RESULT ? cells[14] : TLB_RESULT;
    memcpy(op->result, cells + 15, TLB_RESULT);
}

/* Write the newest slot over the oldest one; return whether it is kept. */
static int keep(tlb_ops *ops)
{
    uint8_t cells[TLB_SLOT_USED];
    size_t at = 0;
    const tlb_work *hand = &ops->work[TLB_HAND], *beside = &ops->work[TLB_BESIDE];
    ops->number++;
    at += tlp_put(cells + at, ops->number, 4);
    at += tlp_put(cells + at, ops->journal_id, 4);
    at += put_op(cells + at, &hand->last);
    at += tlp_put(cells + at, ops->lock, 2);
    for (uint8_t figure = 0; figure < TLB_FIGURES; figure++)
        at += tlp_put(cells + at, ops->life[figure], 4);
    at += tlp_put(cells + at, hand->own_kind | (beside->own_kind ? FLAG : 0), 1);
    at += tlp_put(cells + at, ops->hosts | (beside->last.op_id ? FLAG : 0), 1);
    for (uint8_t place = 0; place < ops->hosts; place++) {
        at += tlp_put(cells + at, ops->host[place].install, 4);
        at += tlp_put(cells + at, ops->host[place].counter, 4);
    }
    if (beside->last.op_id)
        at += put_op(cells + at, &beside->last);
    at += tlp_put(cells + at, tlp_crc32(cells, at), TLP_CRC);
    return ops->keep(ops->self, (uint8_t)(ops->number % TLB_SLOTS), cells, (uint16_t)at);
}

/* Read a slot; return 0 where it was torn or never written. */
static int read_slot(tlb_ops *ops, const uint8_t *cells)
{
    uint8_t known = (uint8_t)(cells[HEAD - 1] & ~FLAG);
    uint8_t hosts = known < TLB_HOSTS ? known : TLB_HOSTS;
    size_t beside = HEAD + (size_t)HOST * hosts;
    size_t size = beside + (cells[HEAD - 1] & FLAG ? OP : 0);
    if (tlp_crc32(cells, size) != tlp_get(cells + size, TLP_CRC))
        return 0;
    ops->number = (uint32_t)tlp_get(cells, 4);
    ops->journal_id = (uint32_t)tlp_get(cells + 4, 4);
    read_op(&ops->work[TLB_HAND].last, cells + OP_AT);
    memset(&ops->work[TLB_BESIDE].last, 0, sizeof ops->work[TLB_BESIDE].last);
    if (size != beside)
        read_op(&ops->work[TLB_BESIDE].last, cells + beside);
    ops->lock = (uint16_t)tlp_get(cells + OP_AT + OP, 2);
    for (uint8_t figure = 0; figure < TLB_FIGURES; figure++)
        ops->life[figure] = (uint32_t)tlp_get(cells + OP_AT + OP + 2 + 4 * figure, 4);
    ops->work[TLB_HAND].own_kind = cells[HEAD - 2];
    ops->hosts = hosts;
    for (uint8_t place = 0; place < hosts; place++) {
        const uint8_t *from = cells + HEAD + HOST * place;
        ops->host[place].install = (uint32_t)tlp_get(from, 4);
        ops->host[place].counter = (uint32_t)tlp_get(from + 4, 4);
    }
    return 1;
}

static int is_blank(const uint8_t *cells)
{
    for (size_t at = 0; at < TLB_SLOTS * TLB_SLOT; at++)
        if (cells[at] != 0xFF)
            return 0;
    return 1;
}

void tlb_ops_begin(tlb_ops *ops, const uint8_t cells[TLB_SLOTS * TLB_SLOT], uint32_t fresh_id)
{
    tlb_keep to = ops->keep;
    void *self = ops->self;
    uint32_t newest = 0;
    size_t slot, found = 0;
    memset(ops, 0, sizeof *ops);
    ops->keep = to;
    ops->self = self;
    for (slot = 0; slot < TLB_SLOTS; slot++) {
        if (!read_slot(ops, cells + slot * TLB_SLOT) || ops->number <= newest)
            continue;
        newest = ops->number;
        found = slot;
    }
    if (newest != 0) {
        read_slot(ops, cells + found * TLB_SLOT);
        ops->life[TLB_RESETS]++;
        keep(ops);
        return;
    }
    memset(ops, 0, sizeof *ops);
    ops->keep = to;
    ops->self = self;
    ops->journal_id = fresh_id;
    ops->life[TLB_RESETS] = 1;
    ops->was_lost = (uint8_t)!is_blank(cells);
    if (!keep(ops))
        ops->was_lost = 1;
}

static tlb_op *in_ring(tlb_ops *ops, uint8_t at)
{
    return &ops->ring[(ops->first + at) % TLB_RESULTS];
}

/* Return which work an op of the ring is the current one of, TLB_WORKS where it does not run. */
static uint8_t work_of(const tlb_ops *ops, const tlb_op *op)
{
    uint8_t which = 0;
    while (which < TLB_WORKS && ops->work[which].now != op)
        which++;
    return which;
}

/* Forget the oldest result; an op that runs is none yet. */
static void forget_oldest(tlb_ops *ops)
{
    uint8_t oldest = 0;
    while (work_of(ops, in_ring(ops, oldest)) != TLB_WORKS)
        oldest++;
    for (; oldest > 0; oldest--) {
        tlb_op *from = in_ring(ops, (uint8_t)(oldest - 1)), *to = in_ring(ops, oldest);
        *to = *from;
        ops->work[work_of(ops, from)].now = to;
    }
    ops->first = (uint8_t)((ops->first + 1) % TLB_RESULTS);
    ops->count--;
}

/* Return the place of an op in the ring, the oldest result making room for it where it is new. */
static tlb_op *place_of(tlb_ops *ops, uint64_t op_id)
{
    tlb_op *place;
    for (uint8_t at = 0; at < ops->count; at++) {
        place = in_ring(ops, at);
        if (place->op_id == op_id)
            return place;
    }
    if (ops->count == TLB_RESULTS)
        forget_oldest(ops);
    place = in_ring(ops, ops->count++);
    memset(place, 0, sizeof *place);
    place->op_id = op_id;
    place->side = TLP_NO_SIDE;
    return place;
}

int tlb_ops_interrupt(tlb_ops *ops, uint16_t fault)
{
    int is_cut = 0;
    for (uint8_t which = TLB_WORKS; which-- > 0;) {
        tlb_work *work = &ops->work[which];
        int ran = work->last.op_id != 0 && !IS_FINAL(work->last.state);
        if (ran) {
            work->last.state = TLP_JOB_STATE_INTERRUPTED;
            work->last.fault = fault;
        }
        if (work->last.op_id != 0)
            *place_of(ops, work->last.op_id) = work->last;
        is_cut = is_cut || ran || work->own_kind;
        work->own_kind = 0;
    }
    if (is_cut) {
        ops->lock = fault;
        keep(ops);
    }
    return is_cut;
}

tlb_op tlb_ops_known(const tlb_ops *ops, uint64_t op_id)
{
    tlb_op op;
    for (uint8_t at = 0; at < ops->count; at++) {
        const tlb_op *place = &ops->ring[(ops->first + at) % TLB_RESULTS];
        if (place->op_id == op_id)
            return *place;
    }
    memset(&op, 0, sizeof op);
    op.op_id = op_id;
    op.side = TLP_NO_SIDE;
    op.state = TLP_JOB_STATE_NOT_SEEN;
    for (uint8_t place = 0; place < ops->hosts; place++)
        if (ops->host[place].install == op_id >> 32 &&
            (uint32_t)op_id <= ops->host[place].counter)
            op.state = TLP_JOB_STATE_UNKNOWN;
    return op;
}

/* Remember the counter of the host that asks, as the one seen last. */
static void count(tlb_ops *ops, uint64_t op_id)
{
    tlb_host now = {(uint32_t)(op_id >> 32), (uint32_t)op_id};
    uint8_t place = 0;
    while (place < ops->hosts && ops->host[place].install != now.install)
        place++;
    if (place == ops->hosts && ops->hosts < TLB_HOSTS)
        ops->hosts++;
    else if (place == ops->hosts)
        place = 0; /* the oldest one makes room */
    else if (ops->host[place].counter > now.counter)
        now.counter = ops->host[place].counter;
    for (; place + 1 < ops->hosts; place++)
        ops->host[place] = ops->host[place + 1];
    ops->host[place] = now;
}

int tlb_ops_accept(tlb_ops *ops, uint8_t which, uint64_t op_id, uint8_t kind)
{
    tlb_work *work = &ops->work[which];
    tlb_op before = work->last, *op;
    tlb_host hosts[TLB_HOSTS];
    uint8_t known = ops->hosts;
    memcpy(hosts, ops->host, sizeof hosts);
    count(ops, op_id);
    memset(&work->last, 0, sizeof work->last);
    work->last.op_id = op_id;
    work->last.side = TLP_NO_SIDE;
    work->last.kind = kind;
    work->last.state = TLP_JOB_STATE_ACCEPTED;
    if (!keep(ops)) { /* nothing moves for what nobody would know of after a reset */
        work->last = before;
        ops->hosts = known;
        memcpy(ops->host, hosts, sizeof hosts);
        return 0;
    }
    op = place_of(ops, op_id);
    *op = work->last;
    work->now = op;
    work->percent = 0;
    work->is_fresh = 1;
    return 1;
}

int tlb_ops_own(tlb_ops *ops, uint8_t which, uint8_t kind)
{
    ops->work[which].own_kind = kind;
    if (keep(ops))
        return 1;
    ops->work[which].own_kind = 0;
    return 0;
}

int tlb_ops_lock(tlb_ops *ops, uint16_t fault)
{
    if (ops->lock == fault)
        return 1;
    ops->lock = fault;
    return keep(ops);
}

void tlb_ops_refuse(tlb_ops *ops, uint64_t op_id, uint16_t fault)
{
    tlb_op *op = place_of(ops, op_id);
    op->state = TLP_JOB_STATE_FAILED;
    op->fault = fault;
}

int tlb_ops_go_on(tlb_ops *ops, uint8_t which, uint8_t stage, uint8_t percent)
{
    tlb_work *work = &ops->work[which];
    tlb_op *op = work->now;
    int is_new = op->stage != stage;
    op->state = TLP_JOB_STATE_RUNNING;
    op->stage = stage;
    op->percent = percent;
    if (is_new) {
        op->is_untold = 1;
        work->last = *op;
        keep(ops);
    }
    return is_new;
}

void tlb_ops_end(tlb_ops *ops, uint8_t which, uint8_t state, uint16_t fault, uint8_t side,
                 const uint8_t *result, uint8_t size)
{
    tlb_work *work = &ops->work[which];
    tlb_op *op = work->now;
    op->state = state;
    op->fault = fault;
    op->side = side;
    op->size = size < TLB_RESULT ? size : TLB_RESULT;
    if (op->size)
        memcpy(op->result, result, op->size);
    if (state == TLP_JOB_STATE_DONE)
        op->percent = work->percent = 100;
    op->is_untold = 1;
    work->last = *op;
    keep(ops);
    work->now = NULL;
}
