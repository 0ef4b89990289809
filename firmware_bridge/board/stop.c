#include "board.h"

/* Whether what stands between two zeros is a stop: short enough to be looked at in an interrupt. */
static int is_stop(const uint8_t *packet, uint8_t size)
{
    uint8_t raw[TLB_STOP_WIRE];
    uint8_t to = 0, at = 0;
    size_t body;
    while (at < size) {
        uint8_t end = (uint8_t)(at + packet[at]);
        if (end == at || end > size)
            return 0;
        while (++at < end)
            raw[to++] = packet[at];
        if (at < size)
            raw[to++] = 0;
    }
    if (to <= TLP_HEADER + TLP_CRC)
        return 0;
    body = (size_t)to - TLP_HEADER - TLP_CRC;
    return raw[0] == (TLP_FRAME_VERSION << 4 | TLP_FRAME_TYPE_URGENT) &&
           raw[TLP_HEADER] == TLP_MESSAGE_ESTOP && tlp_get(raw + 6, 2) == body &&
           tlp_crc32(raw, TLP_HEADER + body) == tlp_get(raw + TLP_HEADER + body, TLP_CRC);
}

int tlb_watch_for_stop(tlb_stop_watch *watch, uint8_t byte)
{
    int found = 0;
    if (byte != 0) {
        if (watch->size < TLB_STOP_WIRE)
            watch->held[watch->size] = byte;
        if (watch->size <= TLB_STOP_WIRE)
            watch->size++; /* one more than fits: too long for a stop */
        return 0;
    }
    if (watch->size <= TLB_STOP_WIRE)
        found = is_stop(watch->held, watch->size);
    watch->size = 0;
    return found;
}

void tlb_board_break(tlb_board *board)
{
    board->machine->cut(board->machine->self);
    board->stop_asked = 1;
}

void tlb_board_interrupt(tlb_board *board, uint8_t byte)
{
    if (tlb_watch_for_stop(&board->watch, byte))
        tlb_board_break(board);
}
