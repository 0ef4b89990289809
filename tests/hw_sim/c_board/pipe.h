/* What the programs have in common that put a board in C behind a pipe: turns come in by the
 * input, in the time that whoever drives them says, and what comes of each goes out. */
#ifndef PIPE_H
#define PIPE_H

#include "../../../firmware_bridge/board/wired/wired_machine.h"

#define PIPE_ROOM 8192 /* bytes that a board has to write at once, at most */

extern tlb_board board;
extern wired_machine table;

/* Read bytes, or a number of so many; without them the power is gone, and the program ends. */
void need(uint8_t *to, size_t size);
uint32_t number(size_t size);

/* Read how a board starts: `B`'s boot u32, cause u8, now u32, dictionary u16 + bytes, which the
 * machine is given; return now. */
uint32_t read_start(tlp_sync_answer *hello);

/* Read bytes u16 + bytes of the host; return their number. */
size_t read_bytes(const uint8_t **data);

#endif
