/* How a board answers its host; within the board only. */
#ifndef TABLE_BOARD_ANSWERS_H
#define TABLE_BOARD_ANSWERS_H

#include "board.h"

/* Queue a body that was just encoded where `tlb_link_space` said. */
void tlb_answer_send(tlb_board *board, size_t size);

/* Say that an order was refused for fault `code`, or by 0 that it is carried out. */
void tlb_answer_decide(tlb_board *board, uint16_t tag, uint16_t code);

/* Carry out what only some boards take: outputs, seeds, updates; return whether it was such. */
int tlb_answer_rarer(tlb_board *board, const uint8_t *body, size_t size);

#endif
