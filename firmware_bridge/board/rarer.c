#include "answers.h"

static void commit(tlb_board *board, const tlp_seed_commit *wish)
{
    const tlb_machine *machine = board->machine;
    tlp_seed_committed said;
    uint16_t code = tlb_seeds_commit(&board->seeds, wish, machine->chance, machine->self, &said);
    if (code)
        tlb_answer_decide(board, wish->tag, code);
    else
        tlb_answer_send(board, tlp_encode_seed_committed(&said, tlb_link_space(&board->link)));
}

static void reveal(tlb_board *board, const tlp_seed_reveal *wish)
{
    tlp_seed_revealed said;
    uint16_t code = tlb_seeds_reveal(&board->seeds, wish, &said);
    if (code)
        tlb_answer_decide(board, wish->tag, code);
    else
        tlb_answer_send(board, tlp_encode_seed_revealed(&said, tlb_link_space(&board->link)));
}

static int hear_seeds(tlb_board *board, const uint8_t *body, size_t size)
{
    union {
        tlp_seed_commit commit;
        tlp_seed_reveal reveal;
    } wish;
    if (tlp_decode_seed_commit(&wish.commit, body, size))
        commit(board, &wish.commit);
    else if (tlp_decode_seed_reveal(&wish.reveal, body, size))
        reveal(board, &wish.reveal);
    else
        return 0;
    return 1;
}

static int is_at_work(const tlb_board *board)
{
    return tlb_ops_works(&board->ops, TLB_HAND) || tlb_ops_works(&board->ops, TLB_BESIDE);
}

/* Whether another program may come in: the table is locked and closed, and nothing runs. */
static int may_update(const tlb_board *board)
{
    tlp_status said;
    memset(&said, 0, sizeof said);
    board->machine->describe(board->machine->self, &said);
    return tlb_board_state(board) == TLP_TABLE_STATE_LOCKOUT && !is_at_work(board) &&
           !(said.flags & TLP_STATUS_FLAG_HOLE_OPEN);
}

static int hear_update(tlb_board *board, const uint8_t *body, size_t size)
{
    const tlb_flash *flash = board->machine->flash;
    union {
        tlp_update_begin begin;
        tlp_update_data data;
        tlp_update_finish finish;
    } wish;
    uint16_t code = TLP_FAULT_BAD_STATE;
    int may = may_update(board);
    if (tlp_decode_update_begin(&wish.begin, body, size))
        code = may ? tlb_update_begin(&board->update, flash, &wish.begin) : code;
    else if (tlp_decode_update_data(&wish.data, body, size))
        code = may ? tlb_update_data(&board->update, flash, &wish.data) : code;
    else if (tlp_decode_update_finish(&wish.finish, body, size))
        code = may ? tlb_update_finish(&board->update, flash, board->now_ms) : code;
    else
        return 0;
    tlb_answer_decide(board, (uint16_t)tlp_get(body + 1, 2), code);
    return 1;
}

static int hear_upkeep(tlb_board *board, const uint8_t *body, size_t size)
{
    int is_moving = is_at_work(board) || tlb_board_state(board) == TLP_TABLE_STATE_HOMING;
    uint16_t code;
    size_t answer;
    if (!tlb_upkeep_is_asked(&board->upkeep, body[0]))
        return 0;
    answer = tlb_upkeep_answer(&board->upkeep, body, size, is_moving,
                               tlb_link_space(&board->link), &code);
    if (answer)
        tlb_answer_send(board, answer);
    else
        tlb_answer_decide(board, size >= 3 ? (uint16_t)tlp_get(body + 1, 2) : 0, code);
    return 1;
}

int tlb_answer_rarer(tlb_board *board, const uint8_t *body, size_t size)
{
    const tlb_machine *machine = board->machine;
    tlb_setting setting;
    tlp_set_baud speed;
    if (board->link.protocol < 2)
        return 0;
    if (machine->show && tlb_setting_read(&setting, body, size)) {
        tlb_answer_decide(board, setting.tag, tlb_outputs_set(&board->outputs, &setting,
                                                              machine->show, machine->self));
        return 1;
    }
    if (tlp_decode_set_baud(&speed, body, size)) {
        tlb_answer_decide(board, speed.tag, tlb_line_ask(&board->line, machine->bauds, speed.baud));
        return 1;
    }
    return hear_upkeep(board, body, size) ||
           (machine->chance && hear_seeds(board, body, size)) ||
           (machine->flash && hear_update(board, body, size));
}
