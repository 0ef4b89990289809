#include "answers.h"

/* Return which of the two works a job would be. */
static uint8_t work_for(const tlb_board *board, const tlp_start *start)
{
    const tlb_machine *machine = board->machine;
    return machine->is_beside && machine->is_beside(machine->self, start->kind, start->args,
                                                    start->args_size)
               ? TLB_BESIDE
               : TLB_HAND;
}

/* Return why a job may not start now, 0 where it may. */
static uint16_t verify(const tlb_board *board, const tlp_start *start, uint8_t which)
{
    uint8_t state = tlb_board_state(board);
    int is_new = start->kind >= TLP_JOB_KIND_DEAL;
    if (start->kind < TLP_JOB_KIND_OPEN_HOLE || start->kind > TLP_JOB_KIND_JOG ||
        (is_new && board->link.protocol < 2))
        return TLP_FAULT_UNKNOWN_COMMAND;
    if (state == TLP_TABLE_STATE_LOCKOUT || state == TLP_TABLE_STATE_SAFETY)
        return TLP_FAULT_LOCKED_OUT;
    if (start->if_gen != board->gen)
        return TLP_FAULT_STALE_GENERATION;
    if (tlb_ops_works(&board->ops, which))
        return TLP_FAULT_BUSY;
    return board->machine->verify(board->machine->self, which, start->kind, start->args,
                                  start->args_size);
}

void tlb_answer_start(tlb_board *board, const tlp_start *wish)
{
    tlb_op known = tlb_ops_known(&board->ops, wish->op_id);
    uint8_t which = work_for(board, wish);
    uint16_t code;
    if (known.state != TLP_JOB_STATE_NOT_SEEN) {
        tlb_answer_report(board, wish->tag, &known);
        return;
    }
    code = verify(board, wish, which);
    if (!code && !tlb_ops_accept(&board->ops, which, wish->op_id, wish->kind))
        code = TLP_FAULT_MEMORY_BAD;
    if (code) {
        tlb_ops_refuse(&board->ops, wish->op_id, code);
        tlb_answer_refuse(board, wish->tag, code);
        return;
    }
    known = *board->ops.work[which].now;
    board->machine->start(board->machine->self, which, wish->kind, wish->args, wish->args_size);
    tlb_answer_report(board, wish->tag, &known);
}

void tlb_answer_control(tlb_board *board, const tlp_control *wish)
{
    uint8_t which = TLB_WORKS;
    uint16_t code;
    for (uint8_t work = 0; work < TLB_WORKS; work++) {
        const tlb_op *op = board->ops.work[work].now;
        if (op && op->op_id == wish->op_id)
            which = work;
    }
    if (wish->action < TLP_CONTROL_ACTION_PAUSE || wish->action > TLP_CONTROL_ACTION_CLEAR_FAULT)
        code = TLP_FAULT_UNKNOWN_COMMAND;
    else if (wish->action == TLP_CONTROL_ACTION_CANCEL && which == TLB_WORKS)
        code = TLP_FAULT_BAD_STATE; /* never a job that came after it */
    else
        code = board->machine->control(board->machine->self, wish->action, which, wish->code);
    if (!code && wish->action == TLP_CONTROL_ACTION_CLEAR_FAULT) {
        board->gen++;
        tlb_board_tell(board, TLP_EVENT_KIND_FAULT_CLEARED, wish->code, TLP_NO_SIDE, NULL, 0);
    }
    tlb_answer_decide(board, wish->tag, code);
}
