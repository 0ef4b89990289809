#include "answers.h"

#define IDENTIFY_PAGE 200
#define IS_LEASED(kind) \
    ((kind) == TLP_JOB_KIND_JAM_CLEAR || (kind) == TLP_JOB_KIND_SELF_TEST || \
     (kind) == TLP_JOB_KIND_JOG)

static uint32_t crc_of_dictionary(const tlb_machine *machine)
{
    uint8_t part[32];
    uint16_t at, size;
    uint32_t crc = 0;
    for (at = 0; at < machine->dictionary_size; at = (uint16_t)(at + size)) {
        size = (uint16_t)(machine->dictionary_size - at);
        size = size < sizeof part ? size : (uint16_t)sizeof part;
        machine->dictionary(machine->self, at, part, (uint8_t)size);
        crc = tlp_crc32_on(crc, part, size);
    }
    return crc;
}

uint16_t tlb_board_begin(tlb_board *board, const tlb_machine *machine,
                         const tlp_sync_answer *hello, const uint8_t cells[TLB_CELLS],
                         uint32_t now)
{
    static const uint16_t cut[] = {TLP_FAULT_POWER_LOST_IN_JOB, TLP_FAULT_BROWN_OUT,
                                   TLP_FAULT_WATCHDOG_RESET, TLP_FAULT_POWER_LOST_IN_JOB};
    uint16_t fault = cut[hello->reset_cause & 3];
    memset(board, 0, sizeof *board);
    board->machine = machine;
    board->hello = *hello;
    board->hello.window = TLB_RECEIVE_WINDOW;
    board->hello.dictionary = crc_of_dictionary(machine);
    board->gen = (uint16_t)hello->boot_id;
    board->now_ms = board->booted_ms = board->tell_ms = now;
    board->line.set = machine->set_baud;
    board->line.self = machine->self;
    board->ops.keep = machine->keep;
    board->ops.self = machine->self;
    tlb_ops_begin(&board->ops, cells, hello->boot_id);
    tlb_ops_interrupt(&board->ops, fault);
    board->upkeep.keep = machine->keep;
    board->upkeep.self = machine->self;
    tlb_upkeep_begin(&board->upkeep, machine->upkeep, cells + TLB_SLOTS * TLB_SLOT);
    if (board->ops.was_lost || board->upkeep.was_lost)
        tlb_ops_lock(&board->ops, TLP_FAULT_MEMORY_BAD);
    tlb_answer_learn_sets(board); /* a host asks for them anyway */
    return board->ops.lock;
}

void tlb_answer_send(tlb_board *board, size_t size)
{
    if (board->link.is_open && size != 0)
        tlb_link_queued(&board->link, size);
}

void tlb_answer_refuse(tlb_board *board, uint16_t tag, uint16_t code)
{
    tlp_refused said = {tag, code, board->gen, tlb_board_state(board)};
    tlb_answer_send(board, tlp_encode_refused(&said, tlb_link_space(&board->link)));
}

void tlb_answer_decide(tlb_board *board, uint16_t tag, uint16_t code)
{
    tlp_done said = {tag, board->gen, tlb_board_state(board)};
    if (code)
        tlb_answer_refuse(board, tag, code);
    else
        tlb_answer_send(board, tlp_encode_done(&said, tlb_link_space(&board->link)));
}

static size_t encode_report(const tlb_board *board, uint16_t tag, const tlb_op *op, uint8_t *out)
{
    tlp_job_report said;
    memset(&said, 0, sizeof said);
    said.tag = tag;
    said.op_id = op->op_id;
    said.kind = op->kind;
    said.state = op->state;
    said.stage = op->stage;
    said.percent = op->percent;
    said.fault = op->fault;
    said.side = op->side;
    said.journal_id = board->ops.journal_id;
    said.gen = board->gen;
    said.table_state = tlb_board_state(board);
    said.result = op->result;
    said.result_size = op->size;
    if (op->kind == TLP_JOB_KIND_ROLL && board->link.protocol < 2 && op->size > 4)
        said.result_size = (uint8_t)(2 + (op->size - 4) / 2); /* one reading, and no length */
    return tlp_encode_job_report(&said, out);
}

void tlb_answer_report(tlb_board *board, uint16_t tag, const tlb_op *op)
{
    tlb_answer_send(board, encode_report(board, tag, op, tlb_link_space(&board->link)));
}

static void identify(tlb_board *board, const tlp_identify *ask)
{
    uint8_t bytes[IDENTIFY_PAGE];
    tlp_identify_page page;
    uint16_t size = board->machine->dictionary_size, rest;
    uint16_t at = ask->offset < size ? ask->offset : size;
    rest = (uint16_t)(size - at);
    page.tag = ask->tag;
    page.total = size;
    page.offset = at;
    page.data = bytes;
    page.data_size = (uint8_t)(rest < IDENTIFY_PAGE ? rest : IDENTIFY_PAGE);
    if (page.data_size)
        board->machine->dictionary(board->machine->self, at, bytes, page.data_size);
    tlb_answer_send(board, tlp_encode_identify_page(&page, tlb_link_space(&board->link)));
}

static void tell_status(tlb_board *board, uint16_t tag)
{
    tlp_status said;
    const tlb_op *op = board->ops.work[TLB_HAND].now;
    const tlb_work *beside = &board->ops.work[TLB_BESIDE];
    memset(&said, 0, sizeof said);
    said.side = said.beside_side = TLP_NO_SIDE;
    board->machine->describe(board->machine->self, &said);
    said.tag = tag;
    said.state = tlb_board_state(board);
    said.gen = board->gen;
    said.op_id = op ? op->op_id : 0;
    said.job_state = op ? op->state : 0;
    said.stage = op ? op->stage : 0;
    said.percent = op ? op->percent : 0;
    said.journal_id = board->ops.journal_id;
    said.uptime_ms = board->now_ms - board->booted_ms;
    said.beside_op = beside->is_fresh ? beside->last.op_id : 0;
    said.beside_percent = beside->percent;
    tlb_answer_send(board, tlp_encode_status(&said, tlb_link_space(&board->link)));
}

static void tell_log(tlb_board *board, const tlp_get_log *ask)
{
    uint8_t text[TLB_LOG_PAGE];
    tlp_log_page page = {ask->tag, ask->first, 0, text, 0};
    page.data_size = tlb_log_page(&board->log, ask->first, text, &page.following);
    tlb_answer_send(board, tlp_encode_log_page(&page, tlb_link_space(&board->link)));
}

static void tell_stats(tlb_board *board, uint16_t tag)
{
    const uint32_t *life = board->ops.life;
    tlp_stats said;
    said.tag = tag;
    said.uptime_ms = board->now_ms - board->booted_ms;
    said.builds = life[TLB_BUILDS];
    said.rolls = life[TLB_ROLLS];
    said.faults = life[TLB_FAULTS];
    said.resets = life[TLB_RESETS];
    said.bad_frames = board->deframer.bad;
    said.foreign_frames = board->link.foreign;
    said.slot_writes = tlb_board_wear(board);
    tlb_answer_send(board, tlp_encode_stats(&said, tlb_link_space(&board->link)));
}

/* Whether a locked table does not take a message; a start is answered by what is known of it. */
static int is_locked_out(const tlb_board *board, const uint8_t *body, size_t size)
{
    uint8_t state = tlb_board_state(board);
    if (state != TLP_TABLE_STATE_LOCKOUT && state != TLP_TABLE_STATE_SAFETY)
        return 0;
    if (body[0] == TLP_MESSAGE_CONTROL)
        return size < 4 || body[3] != TLP_CONTROL_ACTION_CLEAR_FAULT;
    return body[0] == TLP_MESSAGE_SET_GEAR ||
           (body[0] >= TLP_MESSAGE_FLIP_DORA && body[0] <= TLP_MESSAGE_SOUND) ||
           body[0] == TLP_MESSAGE_SEED_COMMIT || body[0] == TLP_MESSAGE_SEED_REVEAL;
}

static void hear(tlb_board *board, const uint8_t *body, size_t size)
{
    uint16_t tag = size >= 3 ? (uint16_t)tlp_get(body + 1, 2) : 0;
    union {
        tlp_event_ack taken;
        tlp_identify identify;
        tlp_get_status status;
        tlp_query query;
        tlp_start start;
        tlp_control control;
        tlp_set_gear gear;
        tlp_get_log log;
        tlp_get_stats stats;
    } ask;
    if (size == 0)
        return;
    if (is_locked_out(board, body, size)) {
        tlb_answer_refuse(board, tag, TLP_FAULT_LOCKED_OUT);
    } else if (tlp_decode_event_ack(&ask.taken, body, size)) {
        tlb_events_acknowledge(&board->events, ask.taken.event_no);
    } else if (tlp_decode_identify(&ask.identify, body, size)) {
        identify(board, &ask.identify);
    } else if (tlp_decode_get_status(&ask.status, body, size)) {
        tell_status(board, tag);
    } else if (tlp_decode_query(&ask.query, body, size)) {
        tlb_op known = tlb_ops_known(&board->ops, ask.query.op_id);
        tlb_answer_report(board, tag, &known);
    } else if (tlp_decode_start(&ask.start, body, size)) {
        tlb_answer_start(board, &ask.start);
    } else if (tlp_decode_control(&ask.control, body, size)) {
        tlb_answer_control(board, &ask.control);
    } else if (tlp_decode_set_gear(&ask.gear, body, size)) {
        tlb_answer_decide(board, tag, board->machine->set_gear(board->machine->self, &ask.gear));
    } else if (board->link.protocol >= 2 && tlp_decode_get_log(&ask.log, body, size)) {
        tell_log(board, &ask.log);
    } else if (board->link.protocol >= 2 && tlp_decode_get_stats(&ask.stats, body, size)) {
        tell_stats(board, tag);
    } else if (!tlb_answer_rarer(board, body, size)) {
        tlb_answer_refuse(board, tag, TLP_FAULT_UNKNOWN_COMMAND);
    }
}

static void hear_loose(tlb_board *board, const tlp_frame *frame)
{
    tlp_estop stop;
    if (frame->type == TLP_FRAME_TYPE_URGENT &&
        tlp_decode_estop(&stop, frame->body, frame->body_size))
        board->machine->stop(board->machine->self, TLP_FAULT_EMERGENCY_STOP);
}

/* A host that opens a session asks for its jobs; events that it has not acknowledged come again. */
static void begin_session(tlb_board *board)
{
    for (uint8_t at = 0; at < TLB_RESULTS; at++)
        board->ops.ring[at].is_untold = 0;
    tlb_events_repeat(&board->events);
    memset(&board->outputs, 0, sizeof board->outputs); /* another host counts anew */
    if (board->machine->flash)
        board->machine->flash->reached(board->machine->flash->self);
}

void tlb_board_receive(tlb_board *board, const uint8_t *data, size_t size, uint32_t now)
{
    tlp_frame frame;
    board->now_ms = now;
    for (size_t at = 0; at < size; at++) {
        if (!tlb_deframe(&board->deframer, data[at], &frame))
            continue;
        board->line.heard_ms = now;
        switch (tlb_link_take(&board->link, &frame, &board->hello, now)) {
        case TLB_OPENED:
            begin_session(board);
            break;
        case TLB_BODY:
            hear(board, frame.body, frame.body_size);
            break;
        case TLB_LOOSE:
            hear_loose(board, &frame);
            break;
        default:
            break;
        }
    }
}

/* Queue ends of jobs and events that the host was not told, as long as an answer has room too. */
static void tell_news(tlb_board *board)
{
    tlb_link *link = &board->link;
    size_t size;
    for (uint8_t at = 0; at < board->ops.count && tlb_link_room(link) > TLB_ANSWER_ROOM; at++) {
        tlb_op *op = &board->ops.ring[(board->ops.first + at) % TLB_RESULTS];
        if (op->is_untold)
            tlb_answer_report(board, 0, op);
        op->is_untold = 0;
    }
    while (tlb_link_room(link) > TLB_ANSWER_ROOM &&
           (size = tlb_events_next(&board->events, tlb_link_space(link))) != 0)
        tlb_answer_send(board, size);
}

uint32_t tlb_board_wear(const tlb_board *board)
{
    return (board->ops.number + TLB_SLOTS - 1) / TLB_SLOTS;
}

void tlb_board_turn(tlb_board *board, uint32_t now)
{
    const tlb_op *op;
    board->now_ms = now;
    if (board->stop_asked) {
        board->stop_asked = 0;
        board->machine->stop(board->machine->self, TLP_FAULT_EMERGENCY_STOP);
    }
    if (tlb_line_falls_back(&board->line, now))
        tlb_link_restart(&board->link, now);
    op = board->ops.work[TLB_HAND].now;
    tlb_link_tick(&board->link, now);
    if (op && IS_LEASED(op->kind) &&
        (!board->link.is_open || tlb_is_due(now, board->link.heard_ms + TLB_LEASE_MS)))
        board->machine->stop(board->machine->self, TLP_FAULT_TABLE_SILENT);
    if (board->update.is_due && tlb_is_due(now, board->update.due_ms)) {
        board->update.is_due = 0;
        board->machine->flash->restart(board->machine->flash->self, board->update.size);
    }
}

size_t tlb_board_write(tlb_board *board, uint8_t *out, size_t room)
{
    if (board->link.is_open)
        tell_news(board);
    return tlb_link_write(&board->link, board->now_ms, out, room);
}

void tlb_board_sent(tlb_board *board, uint32_t now)
{
    if (tlb_link_is_sent(&board->link))
        tlb_line_sent(&board->line, now);
}

/* Return the shorter of a wait and that until `then`. */
static uint32_t sooner(const tlb_board *board, uint32_t wait, uint32_t then)
{
    uint32_t left = tlb_is_due(board->now_ms, then) ? 0 : then - board->now_ms;
    return left < wait ? left : wait;
}

uint32_t tlb_board_wait(const tlb_board *board)
{
    uint32_t wait = tlb_link_wait(&board->link, board->now_ms);
    const tlb_op *op = board->ops.work[TLB_HAND].now;
    if (op && IS_LEASED(op->kind))
        wait = sooner(board, wait, board->link.heard_ms + TLB_LEASE_MS);
    if (board->line.baud)
        wait = sooner(board, wait, board->line.heard_ms + TLP_FALL_BACK_MS);
    if (board->update.is_due)
        wait = sooner(board, wait, board->update.due_ms);
    return wait;
}

void tlb_board_progress(tlb_board *board, uint8_t which, uint8_t stage, uint8_t percent)
{
    tlb_body *loose = &board->link.loose;
    tlb_work *work = &board->ops.work[which];
    work->percent = percent;
    if (!work->now)
        return;
    if (tlb_ops_go_on(&board->ops, which, stage, percent)) {
        board->tell_ms = board->now_ms + TLB_TELL_MS;
        return;
    }
    if (!board->link.is_open || !tlb_is_due(board->now_ms, board->tell_ms))
        return;
    loose->size = (uint8_t)encode_report(board, 0, work->now, loose->data);
    board->link.has_loose = 1;
    board->tell_ms = board->now_ms + TLB_TELL_MS;
}
