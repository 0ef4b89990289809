/* How a board answers its host; within the board only. */
#ifndef TABLE_BOARD_ANSWERS_H
#define TABLE_BOARD_ANSWERS_H

#include "board.h"

/* Queue a body that was just encoded where `tlb_link_space` said. */
void tlb_answer_send(tlb_board *board, size_t size);

/* Say that an order was refused for fault `code`, or by 0 that it is carried out. */
void tlb_answer_decide(tlb_board *board, uint16_t tag, uint16_t code);

/* Refuse an order for fault `code`; say what is known of an op. */
void tlb_answer_refuse(tlb_board *board, uint16_t tag, uint16_t code);
void tlb_answer_report(tlb_board *board, uint16_t tag, const tlb_op *op);

/* Run a job unless its id was ever seen; the cells know it before anything moves. */
void tlb_answer_start(tlb_board *board, const tlp_start *wish);

/* Pause, resume, cancel, or clear a fault. */
void tlb_answer_control(tlb_board *board, const tlp_control *wish);

/* Take it that the host knows where the sets of tiles are; return what the table says of them. */
tlp_status tlb_answer_learn_sets(tlb_board *board);

/* Carry out what only some boards take: outputs, seeds, updates; return whether it was such. */
int tlb_answer_rarer(tlb_board *board, const uint8_t *body, size_t size);

#endif
