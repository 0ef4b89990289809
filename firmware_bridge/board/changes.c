#include "answers.h"

/* Keep the fault that locks the table in the cells until it is at rest again, and so has homed. */
static void keep_lock(tlb_board *board)
{
    uint8_t state = tlb_board_state(board);
    tlp_status said;
    if (state == TLP_TABLE_STATE_LOCKOUT || state == TLP_TABLE_STATE_SAFETY) {
        memset(&said, 0, sizeof said);
        board->machine->describe(board->machine->self, &said);
        tlb_ops_lock(&board->ops, said.fault);
    } else if (state == TLP_TABLE_STATE_IDLE || state == TLP_TABLE_STATE_HOLE_OPEN ||
               state == TLP_TABLE_STATE_READY || state == TLP_TABLE_STATE_PLAY) {
        tlb_ops_lock(&board->ops, 0);
    }
}

static tlb_event *add(tlb_board *board, uint8_t kind, uint16_t code, uint8_t side,
                      const uint8_t *data, uint8_t size)
{
    tlb_event *event = tlb_events_add(&board->events);
    const tlb_op *op = board->ops.work[TLB_HAND].now;
    tlb_log_add(&board->log, board->now_ms - board->booted_ms, kind, code, side);
    event->device_ms = board->now_ms - board->booted_ms;
    event->kind = kind;
    event->side = side;
    event->code = code;
    event->op_id = op ? op->op_id : 0;
    event->gen = board->gen;
    event->state = tlb_board_state(board);
    event->size = size < TLB_EVENT_DATA ? size : TLB_EVENT_DATA;
    if (event->size)
        memcpy(event->data, data, event->size);
    return event;
}

uint16_t tlb_board_began(tlb_board *board, uint8_t which, uint8_t kind)
{
    return tlb_ops_own(&board->ops, which, kind) ? 0 : TLP_FAULT_MEMORY_BAD;
}

tlp_status tlb_answer_learn_sets(tlb_board *board)
{
    tlp_status said;
    memset(&said, 0, sizeof said);
    said.beside_side = TLP_NO_SIDE;
    board->machine->describe(board->machine->self, &said);
    memcpy(board->sets, said.sets, sizeof board->sets);
    board->beside_fault = said.beside_fault;
    return said;
}

void tlb_board_sets(tlb_board *board)
{
    const tlb_work *beside = &board->ops.work[TLB_BESIDE];
    uint16_t fault = board->beside_fault;
    uint8_t data[3];
    tlp_status said;
    memcpy(data, board->sets, sizeof board->sets);
    said = tlb_answer_learn_sets(board);
    if (!memcmp(data, said.sets, sizeof said.sets) && fault == said.beside_fault)
        return;
    memcpy(data, said.sets, sizeof said.sets);
    data[2] = beside->percent;
    add(board, TLP_EVENT_KIND_SETS, said.beside_fault, said.beside_side, data, sizeof data)->op_id =
        beside->is_fresh ? beside->last.op_id : 0;
}

void tlb_board_changed(tlb_board *board)
{
    board->gen++;
    keep_lock(board);
    tlb_board_tell(board, TLP_EVENT_KIND_STATE, tlb_board_state(board), TLP_NO_SIDE, NULL, 0);
}

/* Tell what a job has brought that no host asked for. */
static void end_own(tlb_board *board, uint8_t which, uint8_t state, const uint8_t *result,
                    uint8_t size)
{
    uint8_t data[TLB_EVENT_DATA];
    uint8_t kind = board->ops.work[which].own_kind;
    size = size < TLB_RESULT ? size : TLB_RESULT;
    data[0] = state;
    if (size)
        memcpy(data + 1, result, size);
    tlb_ops_own(&board->ops, which, 0);
    tlb_board_tell(board, TLP_EVENT_KIND_OWN_JOB, kind, TLP_NO_SIDE, data, (uint8_t)(1 + size));
}

void tlb_board_ended(tlb_board *board, uint8_t which, uint8_t state, uint16_t fault, uint8_t side,
                     const uint8_t *result, uint8_t size)
{
    const tlb_work *work = &board->ops.work[which];
    uint8_t kind = work->now ? work->now->kind : work->own_kind;
    if (state == TLP_JOB_STATE_DONE && kind == TLP_JOB_KIND_ROLL)
        board->ops.life[TLB_ROLLS]++;
    else if (state == TLP_JOB_STATE_DONE &&
             (kind == TLP_JOB_KIND_BUILD || kind == TLP_JOB_KIND_NEXT_HAND))
        board->ops.life[TLB_BUILDS]++;
    if (fault) {
        board->ops.life[TLB_FAULTS]++;
        if (which == TLB_HAND)
            tlb_board_tell(board, TLP_EVENT_KIND_FAULT, fault, side, NULL, 0);
    }
    if (work->now)
        tlb_ops_end(&board->ops, which, state, fault, side, result, size);
    else if (work->own_kind)
        end_own(board, which, state, result, size);
    tlb_upkeep_keep(&board->upkeep);
}

void tlb_board_tell(tlb_board *board, uint8_t kind, uint16_t code, uint8_t side,
                    const uint8_t *data, uint8_t size)
{
    add(board, kind, code, side, data, size);
}

void tlb_board_coin(tlb_board *board, uint16_t slot, uint16_t pulses)
{
    uint8_t data[6];
    board->upkeep.pulses += pulses;
    tlb_upkeep_keep(&board->upkeep);
    tlp_put(data, pulses, 2);
    tlp_put(data + 2, board->upkeep.pulses, 4);
    tlb_board_tell(board, TLP_EVENT_KIND_COIN, slot, TLP_NO_SIDE, data, sizeof data);
}

void tlb_board_pressed(tlb_board *board, uint16_t key, uint16_t held_ms)
{
    uint8_t held[2];
    tlp_put(held, held_ms, sizeof held);
    board->gen++;
    tlb_board_tell(board, TLP_EVENT_KIND_BUTTON, key, TLP_NO_SIDE, held, sizeof held);
}
