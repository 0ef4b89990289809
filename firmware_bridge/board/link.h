/* The board's end of a Table Link session: frames in, frames out, bodies once and in order.
 *
 * protocol.md 6.2 and 6.3. Nothing here knows what a body says. Time is passed in, in
 * milliseconds that may run over; no memory is taken, so that it fits a microcontroller.
 */
#ifndef TABLE_BOARD_LINK_H
#define TABLE_BOARD_LINK_H

#include "table_link.h"

/* Sizes; each may be set by -D where memory is dear. */
#ifndef TLB_WINDOW
#define TLB_WINDOW 8 /* bodies of ours on their way at once */
#endif
#ifndef TLB_RECEIVE_WINDOW
#define TLB_RECEIVE_WINDOW 8 /* bodies of the host that may be on their way: what the port can hold */
#endif
#ifndef TLB_QUEUE
#define TLB_QUEUE 16 /* bodies of ours on their way, and those that wait behind them */
#endif
#ifndef TLB_HELD
#define TLB_HELD TLP_BUFFER_CAP /* bytes kept without a delimiter; 254 hold any frame */
#endif
#define TLB_ANSWER_ROOM 2 /* kept free: an answer, and a word about what follows from it */
#define TLB_RTO_MS 200u
#define TLB_RTO_MAX_MS 1000u
#define TLB_TRIES 6
#define TLB_HEARTBEAT_MS 500u
#define TLB_SILENCE_MS 2000u
#define TLB_STOP_WIRE 24 /* longest stop between two zeros, with fields that may come */
#define TLB_LEASE_MS (TLB_HEARTBEAT_MS + 1000u) /* a second that it may be late */

/* Whether the time `now` has come to `then`. */
static inline int tlb_is_due(uint32_t now, uint32_t then)
{
    return (int32_t)(now - then) >= 0;
}

/* What cuts a stream of bytes into frames. */
typedef struct {
    uint8_t held[TLB_HELD];
    uint16_t size;
    uint8_t is_skipping;
    uint32_t bad; /* runs of bytes that were no frame */
} tlb_deframer;

/* Take one byte; return 1 where it completes `frame`. */
int tlb_deframe(tlb_deframer *from, uint8_t byte, tlp_frame *frame);

/* What looks for the emergency stop in the receive interrupt, beside the frames of the loop. */
typedef struct {
    uint8_t held[TLB_STOP_WIRE];
    uint8_t size;
} tlb_stop_watch;

/* Take one byte; return 1 where it completes an emergency stop, of whichever session. */
int tlb_watch_for_stop(tlb_stop_watch *watch, uint8_t byte);

typedef struct {
    uint8_t size;
    uint8_t data[TLP_MAX_BODY];
} tlb_body;

typedef struct {
    uint8_t is_open, protocol;
    uint16_t number; /* of the session */
    uint8_t expected; /* sequence number of the next body that is taken */
    uint8_t base; /* sequence number of the first body on its way */
    uint8_t first, count; /* the queue: a ring of bodies */
    uint8_t flying, unsent; /* so many are on their way; the last `unsent` of them are to be sent */
    uint8_t went_back, timeouts, is_waiting;
    uint32_t rto_ms, expires_ms, heard_ms, sent_ms;
    uint8_t ack_due, gap_seen;
    uint8_t has_answer, has_loose;
    tlp_frame answer; /* to a SYNC, or to a stranger */
    tlb_body loose; /* told once, without a number */
    tlb_body queue[TLB_QUEUE];
    uint32_t foreign; /* frames of other sessions */
} tlb_link;

typedef enum { TLB_NOTHING, TLB_OPENED, TLB_BODY, TLB_LOOSE } tlb_happening;

/* Take a whole frame. `hello` is what the board answers to a SYNC. While there is no room for
 * an answer a body is not taken: its sender will say it again. */
tlb_happening tlb_link_take(tlb_link *link, const tlp_frame *frame, const tlp_sync_answer *hello,
                            uint32_t now);

/* Return how many more bodies can be queued. */
int tlb_link_room(const tlb_link *link);

/* Return where to write the next body for the host, of which `tlb_link_queued` tells the size. */
uint8_t *tlb_link_space(tlb_link *link);
void tlb_link_queued(tlb_link *link, size_t size);

/* Whether everything that is queued has been sent once. */
int tlb_link_is_sent(const tlb_link *link);

/* Send what is on its way again, as if for the first time: until now nobody could hear. */
void tlb_link_restart(tlb_link *link, uint32_t now);

/* Let time pass: what was not confirmed is sent again, and a host that is silent is gone. */
void tlb_link_tick(tlb_link *link, uint32_t now);

/* Write the frames that are due, as many as there is `room` for; return how many bytes. */
size_t tlb_link_write(tlb_link *link, uint32_t now, uint8_t *out, size_t room);

/* Return in how many milliseconds something is to be done though nothing arrives. */
uint32_t tlb_link_wait(const tlb_link *link, uint32_t now);

#endif
