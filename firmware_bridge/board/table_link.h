/* Table Link Protocol: its messages, numbers and frames.
 *
 * Drawn by `python -m firmware_bridge header` from the messages in firmware_bridge/wire.
 * A message is encoded into at most TLP_MAX_BODY bytes. Decoding returns 0 for bytes that are no
 * such message; bytes behind the known fields are ignored, and fields that an older sender does not
 * have yet get the values that mean nothing. A field of any length is a pointer into the body that
 * was decoded. C99; no memory is taken, nothing is kept.
 */
#ifndef TABLE_LINK_H
#define TABLE_LINK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TLP_PROTOCOL 2
#define TLP_LOWEST_PROTOCOL 1
#define TLP_FRAME_VERSION 1
#define TLP_GAP 1
#define TLP_HEADER 8
#define TLP_CRC 4
#define TLP_MAX_BODY 240
#define TLP_MAX_WIRE (TLP_HEADER + TLP_MAX_BODY + TLP_CRC + 4)
#define TLP_BUFFER_CAP 512
#define TLP_NO_SIDE 0xFF
#define TLP_BAUD 115200u
#define TLP_FALL_BACK_MS 1000
#define TLP_MESSAGE_SYNC 0x01
#define TLP_MESSAGE_SYNC_ANSWER 0x02
#define TLP_MESSAGE_REFUSE 0x03
#define TLP_MESSAGE_IDENTIFY 0x10
#define TLP_MESSAGE_GET_STATUS 0x11
#define TLP_MESSAGE_QUERY 0x12
#define TLP_MESSAGE_SET_GEAR 0x13
#define TLP_MESSAGE_START 0x14
#define TLP_MESSAGE_CONTROL 0x15
#define TLP_MESSAGE_EVENT_ACK 0x16
#define TLP_MESSAGE_FLIP_DORA 0x17
#define TLP_MESSAGE_SCORE_DISPLAY 0x18
#define TLP_MESSAGE_LIGHTS 0x19
#define TLP_MESSAGE_SOUND 0x1A
#define TLP_MESSAGE_GET_LOG 0x1B
#define TLP_MESSAGE_GET_STATS 0x1C
#define TLP_MESSAGE_SEED_COMMIT 0x1D
#define TLP_MESSAGE_SEED_REVEAL 0x1E
#define TLP_MESSAGE_ESTOP 0x1F
#define TLP_MESSAGE_UPDATE_BEGIN 0x20
#define TLP_MESSAGE_UPDATE_DATA 0x21
#define TLP_MESSAGE_UPDATE_FINISH 0x22
#define TLP_MESSAGE_SET_BAUD 0x23
#define TLP_MESSAGE_GET_INPUTS 0x24
#define TLP_MESSAGE_GET_PARAMETERS 0x25
#define TLP_MESSAGE_SET_PARAMETER 0x26
#define TLP_MESSAGE_GET_USAGE 0x27
#define TLP_MESSAGE_MARK_SERVICED 0x28
#define TLP_MESSAGE_IDENTIFY_PAGE 0x90
#define TLP_MESSAGE_STATUS 0x91
#define TLP_MESSAGE_JOB_REPORT 0x92
#define TLP_MESSAGE_DONE 0x93
#define TLP_MESSAGE_REFUSED 0x94
#define TLP_MESSAGE_EVENT 0x95
#define TLP_MESSAGE_EVENT_GAP 0x96
#define TLP_MESSAGE_LOG_PAGE 0x97
#define TLP_MESSAGE_STATS 0x98
#define TLP_MESSAGE_SEED_COMMITTED 0x99
#define TLP_MESSAGE_SEED_REVEALED 0x9A
#define TLP_MESSAGE_INPUTS 0x9B
#define TLP_MESSAGE_PARAMETERS 0x9C
#define TLP_MESSAGE_USAGE 0x9D

enum tlp_job_kind {
    TLP_JOB_KIND_OPEN_HOLE = 1,
    TLP_JOB_KIND_CLOSE_HOLE = 2,
    TLP_JOB_KIND_DROP = 3,
    TLP_JOB_KIND_BUILD = 4,
    TLP_JOB_KIND_RAISE = 5,
    TLP_JOB_KIND_LOWER = 6,
    TLP_JOB_KIND_NEXT_HAND = 7,
    TLP_JOB_KIND_ROLL = 8,
    TLP_JOB_KIND_HOME = 9,
    TLP_JOB_KIND_CENSUS = 10,
    TLP_JOB_KIND_DEAL = 11,
    TLP_JOB_KIND_JAM_CLEAR = 12,
    TLP_JOB_KIND_SELF_TEST = 13,
    TLP_JOB_KIND_JOG = 14,
};

enum tlp_mechanism {
    TLP_MECHANISM_TRAY = 0,
    TLP_MECHANISM_CONVEYOR = 1,
    TLP_MECHANISM_HEAD = 2,
    TLP_MECHANISM_PUSHER = 3,
    TLP_MECHANISM_WALL_LIFTER = 4,
    TLP_MECHANISM_CENTRE_LIFTER = 5,
    TLP_MECHANISM_HOLE_LID = 6,
    TLP_MECHANISM_DICE = 7,
    TLP_MECHANISM_CHUTE = 8,
    TLP_MECHANISM_CHAIN_ROD = 9,
};

enum tlp_job_state {
    TLP_JOB_STATE_PENDING = 0,
    TLP_JOB_STATE_ACCEPTED = 1,
    TLP_JOB_STATE_RUNNING = 2,
    TLP_JOB_STATE_DONE = 3,
    TLP_JOB_STATE_FAILED = 4,
    TLP_JOB_STATE_CANCELLED = 5,
    TLP_JOB_STATE_INTERRUPTED = 6,
    TLP_JOB_STATE_NOT_SEEN = 7,
    TLP_JOB_STATE_UNKNOWN = 8,
};

enum tlp_table_state {
    TLP_TABLE_STATE_BOOT = 0,
    TLP_TABLE_STATE_HOMING = 1,
    TLP_TABLE_STATE_IDLE = 2,
    TLP_TABLE_STATE_HOLE_OPEN = 3,
    TLP_TABLE_STATE_BUILDING = 4,
    TLP_TABLE_STATE_READY = 5,
    TLP_TABLE_STATE_RAISING = 6,
    TLP_TABLE_STATE_PLAY = 7,
    TLP_TABLE_STATE_FAULT = 8,
    TLP_TABLE_STATE_LOCKOUT = 9,
    TLP_TABLE_STATE_SAFETY = 10,
};

enum tlp_stage {
    TLP_STAGE_NONE = 0,
    TLP_STAGE_RETURN = 1,
    TLP_STAGE_OPEN_HOLE = 2,
    TLP_STAGE_DROP = 3,
    TLP_STAGE_CLOSE_HOLE = 4,
    TLP_STAGE_SHUFFLE = 5,
    TLP_STAGE_BUILD = 6,
    TLP_STAGE_RAISE = 7,
    TLP_STAGE_LOWER = 8,
    TLP_STAGE_ROLL = 9,
    TLP_STAGE_SETTLE = 10,
    TLP_STAGE_HOME = 11,
    TLP_STAGE_CENSUS = 12,
    TLP_STAGE_DEAL = 13,
    TLP_STAGE_REVERSE = 14,
    TLP_STAGE_RETRY = 15,
    TLP_STAGE_TEST = 16,
    TLP_STAGE_JOG = 17,
};

enum tlp_set_state {
    TLP_SET_STATE_NONE = 0,
    TLP_SET_STATE_OUT = 1,
    TLP_SET_STATE_LOOSE = 2,
    TLP_SET_STATE_BUILDING = 3,
    TLP_SET_STATE_BUILT = 4,
    TLP_SET_STATE_IN_PLAY = 5,
};

enum tlp_control_action {
    TLP_CONTROL_ACTION_PAUSE = 1,
    TLP_CONTROL_ACTION_RESUME = 2,
    TLP_CONTROL_ACTION_CANCEL = 3,
    TLP_CONTROL_ACTION_CLEAR_FAULT = 4,
};

enum tlp_event_kind {
    TLP_EVENT_KIND_STATE = 1,
    TLP_EVENT_KIND_BUTTON = 2,
    TLP_EVENT_KIND_FAULT = 3,
    TLP_EVENT_KIND_FAULT_CLEARED = 4,
    TLP_EVENT_KIND_WARNING = 5,
    TLP_EVENT_KIND_SETS = 6,
    TLP_EVENT_KIND_OWN_JOB = 7,
    TLP_EVENT_KIND_COIN = 8,
};

enum tlp_reset_cause {
    TLP_RESET_CAUSE_POWER = 0,
    TLP_RESET_CAUSE_BROWN_OUT = 1,
    TLP_RESET_CAUSE_WATCHDOG = 2,
    TLP_RESET_CAUSE_HOST = 3,
};

enum tlp_status_flag {
    TLP_STATUS_FLAG_HOLE_OPEN = 1,
    TLP_STATUS_FLAG_WALLS_UP = 2,
    TLP_STATUS_FLAG_PAUSED = 4,
    TLP_STATUS_FLAG_ESTOP = 8,
    TLP_STATUS_FLAG_WALLS_BUILT = 16,
    TLP_STATUS_FLAG_CONSENT = 32,
};

enum tlp_dice_source {
    TLP_DICE_SOURCE_MOTOR_SENSOR = 1,
    TLP_DICE_SOURCE_MOTOR_CAMERA = 2,
    TLP_DICE_SOURCE_RNG = 3,
    TLP_DICE_SOURCE_NONE = 4,
};

enum tlp_key {
    TLP_KEY_LIFT = 0,
    TLP_KEY_DICE = 1,
    TLP_KEY_BOTH_LIFTS = 2,
};

enum tlp_frame_type {
    TLP_FRAME_TYPE_DATA = 1,
    TLP_FRAME_TYPE_ACK = 2,
    TLP_FRAME_TYPE_SYNC = 3,
    TLP_FRAME_TYPE_SYNACK = 4,
    TLP_FRAME_TYPE_URGENT = 5,
    TLP_FRAME_TYPE_TELEM = 6,
    TLP_FRAME_TYPE_REFUSE = 7,
};

enum tlp_fault {
    TLP_FAULT_SHORT_COUNT = 101,
    TLP_FAULT_EXCESS_COUNT = 102,
    TLP_FAULT_MIXED_SETS = 103,
    TLP_FAULT_TILE_NEVER_FLIPS = 104,
    TLP_FAULT_TILES_STUCK_TOGETHER = 105,
    TLP_FAULT_FOREIGN_OBJECT = 106,
    TLP_FAULT_WRONG_TILE = 107,
    TLP_FAULT_HOLE_BLOCKED = 201,
    TLP_FAULT_CONVEYOR_JAM = 202,
    TLP_FAULT_HEAD_JAM = 203,
    TLP_FAULT_PUSHER_JAM = 204,
    TLP_FAULT_WALL_LIFTER_JAM = 205,
    TLP_FAULT_CENTRE_LIFTER_JAM = 206,
    TLP_FAULT_DEALER_CHUTE_JAM = 207,
    TLP_FAULT_CHAIN_ROD_JAM = 208,
    TLP_FAULT_MOTOR_STALL = 301,
    TLP_FAULT_NO_MOTION = 302,
    TLP_FAULT_MOTOR_HOT = 303,
    TLP_FAULT_SLOW_MECHANISM = 304,
    TLP_FAULT_LIFTERS_OUT_OF_STEP = 305,
    TLP_FAULT_SENSOR_STUCK_COVERED = 401,
    TLP_FAULT_SENSOR_STUCK_CLEAR = 402,
    TLP_FAULT_SENSOR_WEAK = 403,
    TLP_FAULT_SENSOR_ORDER = 404,
    TLP_FAULT_HOME_LOST = 405,
    TLP_FAULT_COUNTERS_DISAGREE = 406,
    TLP_FAULT_BROWN_OUT = 501,
    TLP_FAULT_WATCHDOG_RESET = 502,
    TLP_FAULT_POWER_LOST_IN_JOB = 503,
    TLP_FAULT_MEMORY_BAD = 504,
    TLP_FAULT_SUPPLY_MISSING = 505,
    TLP_FAULT_DICE_MOTOR_DEAD = 601,
    TLP_FAULT_DICE_NOT_SETTLED = 602,
    TLP_FAULT_DICE_UNREADABLE = 603,
    TLP_FAULT_DICE_READINGS_DIFFER = 604,
    TLP_FAULT_ROLL_TOO_SHORT = 605,
    TLP_FAULT_DICE_AUDIT_FAILED = 606,
    TLP_FAULT_EMERGENCY_STOP = 701,
    TLP_FAULT_HAND_AT_LIFTER = 702,
    TLP_FAULT_COVER_OPEN = 703,
    TLP_FAULT_TABLE_MOVED = 704,
    TLP_FAULT_CONSOLE_CABLE_OFF = 705,
    TLP_FAULT_IN_SERVICE = 706,
    TLP_FAULT_BAD_STATE = 801,
    TLP_FAULT_STALE_GENERATION = 802,
    TLP_FAULT_UNSUPPORTED_GEAR = 803,
    TLP_FAULT_BAD_ARGUMENT = 804,
    TLP_FAULT_BUSY = 805,
    TLP_FAULT_LOCKED_OUT = 806,
    TLP_FAULT_UNKNOWN_COMMAND = 807,
    TLP_FAULT_UNSUPPORTED_VERSION = 808,
    TLP_FAULT_CONSENT_MISSING = 809,
    TLP_FAULT_TABLE_NOT_FOUND = 901,
    TLP_FAULT_PORT_DENIED = 902,
    TLP_FAULT_PORT_IN_USE = 903,
    TLP_FAULT_LINK_LOST = 904,
    TLP_FAULT_TABLE_SILENT = 905,
    TLP_FAULT_LINK_NOISY = 906,
    TLP_FAULT_WRONG_DEVICE = 907,
    TLP_FAULT_TABLE_RESTARTED = 908,
    TLP_FAULT_OUTCOME_UNKNOWN = 909,
    TLP_FAULT_FIRMWARE_TOO_OLD = 910,
    TLP_FAULT_FIRMWARE_TOO_NEW = 911,
    TLP_FAULT_LIST_WRONG = 912,
};

static inline size_t tlp_put(uint8_t *out, uint64_t value, size_t size)
{
    for (size_t at = 0; at < size; at++)
        out[at] = (uint8_t)(value >> (8 * at));
    return size;
}

static inline uint64_t tlp_get(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t at = 0; at < size; at++)
        value |= (uint64_t)from[at] << (8 * at);
    return value;
}

/* The CRC of what went before, `crc`, and of `data` behind it; that of nothing is 0. Four bits at a
 * time: a table of 64 bytes, and two steps a byte in place of eight. */
static inline uint32_t tlp_crc32_on(uint32_t crc, const uint8_t *data, size_t size)
{
    static const uint32_t of[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
        0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
        0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu,
    };
    crc = ~crc;
    for (size_t at = 0; at < size; at++) {
        crc ^= data[at];
        crc = (crc >> 4) ^ of[crc & 15u];
        crc = (crc >> 4) ^ of[crc & 15u];
    }
    return ~crc;
}

static inline uint32_t tlp_crc32(const uint8_t *data, size_t size)
{
    return tlp_crc32_on(0, data, size);
}

typedef struct {
    uint8_t type, flags, seq, ack;
    uint16_t session, body_size;
    uint8_t body[TLP_MAX_BODY];
} tlp_frame;

/* Write a frame as it goes over the wire, both delimiters with it: at most TLP_MAX_WIRE bytes. */
static inline size_t tlp_encode_frame(const tlp_frame *frame, uint8_t *wire)
{
    uint8_t raw[TLP_HEADER + TLP_MAX_BODY + TLP_CRC];
    size_t size = 0, code = 1, to = 2;
    if (frame->body_size > TLP_MAX_BODY)
        return 0;
    size += tlp_put(raw + size, (uint8_t)(TLP_FRAME_VERSION << 4 | frame->type), 1);
    size += tlp_put(raw + size, frame->flags, 1);
    size += tlp_put(raw + size, frame->session, 2);
    size += tlp_put(raw + size, frame->seq, 1);
    size += tlp_put(raw + size, frame->ack, 1);
    size += tlp_put(raw + size, frame->body_size, 2);
    memcpy(raw + size, frame->body, frame->body_size);
    size += frame->body_size;
    size += tlp_put(raw + size, tlp_crc32(raw, size), TLP_CRC);
    wire[0] = 0;
    for (size_t at = 0; at < size; at++) {
        if (raw[at] != 0)
            wire[to++] = raw[at];
        else { /* no run is longer than COBS can say: a frame is not so long */
            wire[code] = (uint8_t)(to - code);
            code = to++;
        }
    }
    wire[code] = (uint8_t)(to - code);
    wire[to++] = 0;
    return to;
}

/* Read what stood between two delimiters; return 0 for anything but a whole frame. */
static inline int tlp_decode_frame(tlp_frame *frame, const uint8_t *packet, size_t size)
{
    uint8_t raw[TLP_HEADER + TLP_MAX_BODY + TLP_CRC];
    size_t to = 0, at = 0;
    while (at < size) {
        size_t run = packet[at];
        if (run == 0 || run == 0xFF || at + run > size)
            return 0;
        for (size_t end = at + run; ++at < end;) {
            if (packet[at] == 0 || to == sizeof raw)
                return 0;
            raw[to++] = packet[at];
        }
        if (at < size) {
            if (to == sizeof raw)
                return 0;
            raw[to++] = 0;
        }
    }
    if (to < TLP_HEADER + TLP_CRC || raw[0] >> 4 != TLP_FRAME_VERSION)
        return 0;
    if (tlp_crc32(raw, to - TLP_CRC) != tlp_get(raw + to - TLP_CRC, TLP_CRC))
        return 0;
    frame->type = raw[0] & 0x0F;
    frame->flags = raw[1];
    frame->session = (uint16_t)tlp_get(raw + 2, 2);
    frame->seq = raw[4];
    frame->ack = raw[5];
    frame->body_size = (uint16_t)tlp_get(raw + 6, 2);
    if (frame->body_size != to - TLP_HEADER - TLP_CRC)
        return 0;
    memcpy(frame->body, raw + TLP_HEADER, frame->body_size);
    return 1;
}

/* Host asks for a link session; body of a SYNC frame. */
typedef struct {
    uint8_t lowest;
    uint8_t highest;
} tlp_sync;

static inline size_t tlp_encode_sync(const tlp_sync *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x01, 1);
    at += tlp_put(out + at, (uint64_t)from->lowest, 1);
    at += tlp_put(out + at, (uint64_t)from->highest, 1);
    return at;
}

static inline int tlp_decode_sync(tlp_sync *to, const uint8_t *body, size_t size)
{
    if (size < 3 || body[0] != 0x01)
        return 0;
    to->lowest = (uint8_t)tlp_get(body + 1, 1);
    to->highest = (uint8_t)tlp_get(body + 2, 1);
    return 1;
}

/* Device opens the session; body of a SYNACK frame. */
typedef struct {
    uint32_t boot_id;
    uint8_t reset_cause;
    uint8_t protocol;
    uint8_t window;
    uint32_t dictionary;
} tlp_sync_answer;

static inline size_t tlp_encode_sync_answer(const tlp_sync_answer *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x02, 1);
    at += tlp_put(out + at, (uint64_t)from->boot_id, 4);
    at += tlp_put(out + at, (uint64_t)from->reset_cause, 1);
    at += tlp_put(out + at, (uint64_t)from->protocol, 1);
    at += tlp_put(out + at, (uint64_t)from->window, 1);
    at += tlp_put(out + at, (uint64_t)from->dictionary, 4);
    return at;
}

static inline int tlp_decode_sync_answer(tlp_sync_answer *to, const uint8_t *body, size_t size)
{
    if (size < 12 || body[0] != 0x02)
        return 0;
    to->boot_id = (uint32_t)tlp_get(body + 1, 4);
    to->reset_cause = (uint8_t)tlp_get(body + 5, 1);
    to->protocol = (uint8_t)tlp_get(body + 6, 1);
    to->window = (uint8_t)tlp_get(body + 7, 1);
    to->dictionary = (uint32_t)tlp_get(body + 8, 4);
    return 1;
}

/* Device refuses a session or does not know it; body of a REFUSE frame. */
typedef struct {
    uint16_t code;
    uint8_t lowest;
    uint8_t highest;
} tlp_refuse;

static inline size_t tlp_encode_refuse(const tlp_refuse *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x03, 1);
    at += tlp_put(out + at, (uint64_t)from->code, 2);
    at += tlp_put(out + at, (uint64_t)from->lowest, 1);
    at += tlp_put(out + at, (uint64_t)from->highest, 1);
    return at;
}

static inline int tlp_decode_refuse(tlp_refuse *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x03)
        return 0;
    to->code = (uint16_t)tlp_get(body + 1, 2);
    to->lowest = (uint8_t)tlp_get(body + 3, 1);
    to->highest = (uint8_t)tlp_get(body + 4, 1);
    return 1;
}

/* Ask for a page of the dictionary from byte *offset*. */
typedef struct {
    uint16_t tag;
    uint16_t offset;
} tlp_identify;

static inline size_t tlp_encode_identify(const tlp_identify *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x10, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->offset, 2);
    return at;
}

static inline int tlp_decode_identify(tlp_identify *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x10)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->offset = (uint16_t)tlp_get(body + 3, 2);
    return 1;
}

/* Ask for the whole state. */
typedef struct {
    uint16_t tag;
} tlp_get_status;

static inline size_t tlp_encode_get_status(const tlp_get_status *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x11, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    return at;
}

static inline int tlp_decode_get_status(tlp_get_status *to, const uint8_t *body, size_t size)
{
    if (size < 3 || body[0] != 0x11)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    return 1;
}

/* Ask what became of an op; never starts anything. */
typedef struct {
    uint16_t tag;
    uint64_t op_id;
} tlp_query;

static inline size_t tlp_encode_query(const tlp_query *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x12, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    return at;
}

static inline int tlp_decode_query(tlp_query *to, const uint8_t *body, size_t size)
{
    if (size < 11 || body[0] != 0x12)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->op_id = (uint64_t)tlp_get(body + 3, 8);
    return 1;
}

/* Set tile count and wall layout for the next build. */
typedef struct {
    uint16_t tag;
    uint16_t count;
    uint8_t players;
    uint8_t deal;
    uint8_t layout[4];
} tlp_set_gear;

static inline size_t tlp_encode_set_gear(const tlp_set_gear *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x13, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->count, 2);
    at += tlp_put(out + at, (uint64_t)from->players, 1);
    at += tlp_put(out + at, (uint64_t)from->deal, 1);
    memcpy(out + at, from->layout, 4);
    at += 4;
    return at;
}

static inline int tlp_decode_set_gear(tlp_set_gear *to, const uint8_t *body, size_t size)
{
    if (size < 11 || body[0] != 0x13)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->count = (uint16_t)tlp_get(body + 3, 2);
    to->players = (uint8_t)tlp_get(body + 5, 1);
    to->deal = (uint8_t)tlp_get(body + 6, 1);
    memcpy(to->layout, body + 7, 4);
    return 1;
}

/* Start a job, once per *op_id*, only while the state generation is *if_gen*. */
typedef struct {
    uint16_t tag;
    uint64_t op_id;
    uint8_t kind;
    uint16_t if_gen;
    const uint8_t *args;
    uint8_t args_size;
} tlp_start;

static inline size_t tlp_encode_start(const tlp_start *from, uint8_t *out)
{
    size_t at = 0;
    if (15u + from->args_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x14, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    at += tlp_put(out + at, (uint64_t)from->kind, 1);
    at += tlp_put(out + at, (uint64_t)from->if_gen, 2);
    at += tlp_put(out + at, from->args_size, 1);
    memcpy(out + at, from->args, from->args_size);
    at += from->args_size;
    return at;
}

static inline int tlp_decode_start(tlp_start *to, const uint8_t *body, size_t size)
{
    if (size < 15 || body[0] != 0x14)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->op_id = (uint64_t)tlp_get(body + 3, 8);
    to->kind = (uint8_t)tlp_get(body + 11, 1);
    to->if_gen = (uint16_t)tlp_get(body + 12, 2);
    if (size < 15u + body[14])
        return 0;
    to->args_size = body[14];
    to->args = body + 15;
    return 1;
}

/* Pause, resume, cancel op *op_id*, or clear fault *code*. */
typedef struct {
    uint16_t tag;
    uint8_t action;
    uint64_t op_id;
    uint16_t code;
} tlp_control;

static inline size_t tlp_encode_control(const tlp_control *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x15, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->action, 1);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    at += tlp_put(out + at, (uint64_t)from->code, 2);
    return at;
}

static inline int tlp_decode_control(tlp_control *to, const uint8_t *body, size_t size)
{
    if (size < 14 || body[0] != 0x15)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->action = (uint8_t)tlp_get(body + 3, 1);
    to->op_id = (uint64_t)tlp_get(body + 4, 8);
    to->code = (uint16_t)tlp_get(body + 12, 2);
    return 1;
}

/* Host has taken all events up to *event_no*. */
typedef struct {
    uint32_t event_no;
} tlp_event_ack;

static inline size_t tlp_encode_event_ack(const tlp_event_ack *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x16, 1);
    at += tlp_put(out + at, (uint64_t)from->event_no, 4);
    return at;
}

static inline int tlp_decode_event_ack(tlp_event_ack *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x16)
        return 0;
    to->event_no = (uint32_t)tlp_get(body + 1, 4);
    return 1;
}

/* Show *count* indicators; a lower *rev* than the last one changes nothing. */
typedef struct {
    uint16_t tag;
    uint16_t rev;
    uint8_t count;
} tlp_flip_dora;

static inline size_t tlp_encode_flip_dora(const tlp_flip_dora *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x17, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->rev, 2);
    at += tlp_put(out + at, (uint64_t)from->count, 1);
    return at;
}

static inline int tlp_decode_flip_dora(tlp_flip_dora *to, const uint8_t *body, size_t size)
{
    if (size < 6 || body[0] != 0x17)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->rev = (uint16_t)tlp_get(body + 3, 2);
    to->count = (uint8_t)tlp_get(body + 5, 1);
    return 1;
}

/* Show *points* before *seat*; the last *rev* of each seat wins. */
typedef struct {
    uint16_t tag;
    uint16_t rev;
    uint8_t seat;
    int32_t points;
} tlp_score_display;

static inline size_t tlp_encode_score_display(const tlp_score_display *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x18, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->rev, 2);
    at += tlp_put(out + at, (uint64_t)from->seat, 1);
    at += tlp_put(out + at, (uint64_t)from->points, 4);
    return at;
}

static inline int tlp_decode_score_display(tlp_score_display *to, const uint8_t *body, size_t size)
{
    if (size < 10 || body[0] != 0x18)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->rev = (uint16_t)tlp_get(body + 3, 2);
    to->seat = (uint8_t)tlp_get(body + 5, 1);
    to->points = (int32_t)tlp_get(body + 6, 4);
    return 1;
}

/* Light *zone* in the colour *rgb*; the last *rev* of each zone wins. */
typedef struct {
    uint16_t tag;
    uint16_t rev;
    uint8_t zone;
    uint8_t rgb[3];
    uint8_t pattern;
} tlp_lights;

static inline size_t tlp_encode_lights(const tlp_lights *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x19, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->rev, 2);
    at += tlp_put(out + at, (uint64_t)from->zone, 1);
    memcpy(out + at, from->rgb, 3);
    at += 3;
    at += tlp_put(out + at, (uint64_t)from->pattern, 1);
    return at;
}

static inline int tlp_decode_lights(tlp_lights *to, const uint8_t *body, size_t size)
{
    if (size < 10 || body[0] != 0x19)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->rev = (uint16_t)tlp_get(body + 3, 2);
    to->zone = (uint8_t)tlp_get(body + 5, 1);
    memcpy(to->rgb, body + 6, 3);
    to->pattern = (uint8_t)tlp_get(body + 9, 1);
    return 1;
}

/* Play *sound* at *volume* 0-100; the last *rev* wins. */
typedef struct {
    uint16_t tag;
    uint16_t rev;
    uint8_t sound;
    uint8_t volume;
} tlp_sound;

static inline size_t tlp_encode_sound(const tlp_sound *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1A, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->rev, 2);
    at += tlp_put(out + at, (uint64_t)from->sound, 1);
    at += tlp_put(out + at, (uint64_t)from->volume, 1);
    return at;
}

static inline int tlp_decode_sound(tlp_sound *to, const uint8_t *body, size_t size)
{
    if (size < 7 || body[0] != 0x1A)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->rev = (uint16_t)tlp_get(body + 3, 2);
    to->sound = (uint8_t)tlp_get(body + 5, 1);
    to->volume = (uint8_t)tlp_get(body + 6, 1);
    return 1;
}

/* Ask for the table's own log from line *first* on. */
typedef struct {
    uint16_t tag;
    uint32_t first;
} tlp_get_log;

static inline size_t tlp_encode_get_log(const tlp_get_log *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1B, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 4);
    return at;
}

static inline int tlp_decode_get_log(tlp_get_log *to, const uint8_t *body, size_t size)
{
    if (size < 7 || body[0] != 0x1B)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint32_t)tlp_get(body + 3, 4);
    return 1;
}

/* Ask how much the table has done. */
typedef struct {
    uint16_t tag;
} tlp_get_stats;

static inline size_t tlp_encode_get_stats(const tlp_get_stats *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1C, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    return at;
}

static inline int tlp_decode_get_stats(tlp_get_stats *to, const uint8_t *body, size_t size)
{
    if (size < 3 || body[0] != 0x1C)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    return 1;
}

/* Bind the host to a seed by its SHA-256, for throw *round_* without dice (§6.10). */
typedef struct {
    uint16_t tag;
    uint32_t round_;
    uint8_t digest[32];
} tlp_seed_commit;

static inline size_t tlp_encode_seed_commit(const tlp_seed_commit *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1D, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->round_, 4);
    memcpy(out + at, from->digest, 32);
    at += 32;
    return at;
}

static inline int tlp_decode_seed_commit(tlp_seed_commit *to, const uint8_t *body, size_t size)
{
    if (size < 39 || body[0] != 0x1D)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->round_ = (uint32_t)tlp_get(body + 3, 4);
    memcpy(to->digest, body + 7, 32);
    return 1;
}

/* Show the seed of throw *round_*, after both sides are bound. */
typedef struct {
    uint16_t tag;
    uint32_t round_;
    uint8_t dice;
    uint8_t seed[32];
} tlp_seed_reveal;

static inline size_t tlp_encode_seed_reveal(const tlp_seed_reveal *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1E, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->round_, 4);
    at += tlp_put(out + at, (uint64_t)from->dice, 1);
    memcpy(out + at, from->seed, 32);
    at += 32;
    return at;
}

static inline int tlp_decode_seed_reveal(tlp_seed_reveal *to, const uint8_t *body, size_t size)
{
    if (size < 40 || body[0] != 0x1E)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->round_ = (uint32_t)tlp_get(body + 3, 4);
    to->dice = (uint8_t)tlp_get(body + 7, 1);
    memcpy(to->seed, body + 8, 32);
    return 1;
}

/* Stop every motor now; body of an URGENT frame. */
typedef struct {
    uint8_t reason;
} tlp_estop;

static inline size_t tlp_encode_estop(const tlp_estop *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x1F, 1);
    at += tlp_put(out + at, (uint64_t)from->reason, 1);
    return at;
}

static inline int tlp_decode_estop(tlp_estop *to, const uint8_t *body, size_t size)
{
    if (size < 2 || body[0] != 0x1F)
        return 0;
    to->reason = (uint8_t)tlp_get(body + 1, 1);
    return 1;
}

/* Announce a program for the board: *size* bytes with this CRC-32. Only in LOCKOUT (§6.6). */
typedef struct {
    uint16_t tag;
    uint32_t size;
    uint32_t crc;
} tlp_update_begin;

static inline size_t tlp_encode_update_begin(const tlp_update_begin *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x20, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->size, 4);
    at += tlp_put(out + at, (uint64_t)from->crc, 4);
    return at;
}

static inline int tlp_decode_update_begin(tlp_update_begin *to, const uint8_t *body, size_t size)
{
    if (size < 11 || body[0] != 0x20)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->size = (uint32_t)tlp_get(body + 3, 4);
    to->crc = (uint32_t)tlp_get(body + 7, 4);
    return 1;
}

/* Bytes of the program from *offset* on; each follows the last, and may come twice. */
typedef struct {
    uint16_t tag;
    uint32_t offset;
    const uint8_t *data;
    uint8_t data_size;
} tlp_update_data;

static inline size_t tlp_encode_update_data(const tlp_update_data *from, uint8_t *out)
{
    size_t at = 0;
    if (8u + from->data_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x21, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->offset, 4);
    at += tlp_put(out + at, from->data_size, 1);
    memcpy(out + at, from->data, from->data_size);
    at += from->data_size;
    return at;
}

static inline int tlp_decode_update_data(tlp_update_data *to, const uint8_t *body, size_t size)
{
    if (size < 8 || body[0] != 0x21)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->offset = (uint32_t)tlp_get(body + 3, 4);
    if (size < 8u + body[7])
        return 0;
    to->data_size = body[7];
    to->data = body + 8;
    return 1;
}

/* Check the program, then restart with it; it is kept once a host has reached it. */
typedef struct {
    uint16_t tag;
} tlp_update_finish;

static inline size_t tlp_encode_update_finish(const tlp_update_finish *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x22, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    return at;
}

static inline int tlp_decode_update_finish(tlp_update_finish *to, const uint8_t *body, size_t size)
{
    if (size < 3 || body[0] != 0x22)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    return 1;
}

/* Go over to *baud* bits per second once the answer has left (§6.1). */
typedef struct {
    uint16_t tag;
    uint32_t baud;
} tlp_set_baud;

static inline size_t tlp_encode_set_baud(const tlp_set_baud *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x23, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->baud, 4);
    return at;
}

static inline int tlp_decode_set_baud(tlp_set_baud *to, const uint8_t *body, size_t size)
{
    if (size < 7 || body[0] != 0x23)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->baud = (uint32_t)tlp_get(body + 3, 4);
    return 1;
}

/* Ask what the inputs from number *first* on read now. */
typedef struct {
    uint16_t tag;
    uint8_t first;
} tlp_get_inputs;

static inline size_t tlp_encode_get_inputs(const tlp_get_inputs *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x24, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    return at;
}

static inline int tlp_decode_get_inputs(tlp_get_inputs *to, const uint8_t *body, size_t size)
{
    if (size < 4 || body[0] != 0x24)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint8_t)tlp_get(body + 3, 1);
    return 1;
}

/* Ask what the parameters from number *first* on are set to. */
typedef struct {
    uint16_t tag;
    uint8_t first;
} tlp_get_parameters;

static inline size_t tlp_encode_get_parameters(const tlp_get_parameters *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x25, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    return at;
}

static inline int tlp_decode_get_parameters(tlp_get_parameters *to, const uint8_t *body, size_t size)
{
    if (size < 4 || body[0] != 0x25)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint8_t)tlp_get(body + 3, 1);
    return 1;
}

/* Set parameter *number*, within its limits and while nothing moves; kept over resets. */
typedef struct {
    uint16_t tag;
    uint8_t number;
    int32_t value;
} tlp_set_parameter;

static inline size_t tlp_encode_set_parameter(const tlp_set_parameter *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x26, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->number, 1);
    at += tlp_put(out + at, (uint64_t)from->value, 4);
    return at;
}

static inline int tlp_decode_set_parameter(tlp_set_parameter *to, const uint8_t *body, size_t size)
{
    if (size < 8 || body[0] != 0x26)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->number = (uint8_t)tlp_get(body + 3, 1);
    to->value = (int32_t)tlp_get(body + 4, 4);
    return 1;
}

/* Ask how much the mechanisms from number *first* on have worked. */
typedef struct {
    uint16_t tag;
    uint8_t first;
} tlp_get_usage;

static inline size_t tlp_encode_get_usage(const tlp_get_usage *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x27, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    return at;
}

static inline int tlp_decode_get_usage(tlp_get_usage *to, const uint8_t *body, size_t size)
{
    if (size < 4 || body[0] != 0x27)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint8_t)tlp_get(body + 3, 1);
    return 1;
}

/* Keep that mechanism *number* was serviced now; its life goes on being counted. */
typedef struct {
    uint16_t tag;
    uint8_t number;
} tlp_mark_serviced;

static inline size_t tlp_encode_mark_serviced(const tlp_mark_serviced *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x28, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->number, 1);
    return at;
}

static inline int tlp_decode_mark_serviced(tlp_mark_serviced *to, const uint8_t *body, size_t size)
{
    if (size < 4 || body[0] != 0x28)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->number = (uint8_t)tlp_get(body + 3, 1);
    return 1;
}

/* A page of the zlib-compressed JSON dictionary. */
typedef struct {
    uint16_t tag;
    uint16_t total;
    uint16_t offset;
    const uint8_t *data;
    uint8_t data_size;
} tlp_identify_page;

static inline size_t tlp_encode_identify_page(const tlp_identify_page *from, uint8_t *out)
{
    size_t at = 0;
    if (8u + from->data_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x90, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->total, 2);
    at += tlp_put(out + at, (uint64_t)from->offset, 2);
    at += tlp_put(out + at, from->data_size, 1);
    memcpy(out + at, from->data, from->data_size);
    at += from->data_size;
    return at;
}

static inline int tlp_decode_identify_page(tlp_identify_page *to, const uint8_t *body, size_t size)
{
    if (size < 8 || body[0] != 0x90)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->total = (uint16_t)tlp_get(body + 3, 2);
    to->offset = (uint16_t)tlp_get(body + 5, 2);
    if (size < 8u + body[7])
        return 0;
    to->data_size = body[7];
    to->data = body + 8;
    return 1;
}

/* The whole state of the table. */
typedef struct {
    uint16_t tag;
    uint8_t state;
    uint16_t gen;
    uint8_t flags;
    uint16_t count;
    uint8_t players;
    uint8_t deal;
    uint8_t layout[4];
    uint16_t tiles_in;
    uint64_t op_id;
    uint8_t job_state;
    uint8_t stage;
    uint8_t percent;
    uint16_t fault;
    uint8_t side;
    uint32_t journal_id;
    uint32_t uptime_ms;
    uint8_t sets[2];
    uint64_t beside_op;
    uint8_t beside_percent;
    uint16_t beside_fault;
    uint8_t beside_side;
} tlp_status;

static inline size_t tlp_encode_status(const tlp_status *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x91, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->state, 1);
    at += tlp_put(out + at, (uint64_t)from->gen, 2);
    at += tlp_put(out + at, (uint64_t)from->flags, 1);
    at += tlp_put(out + at, (uint64_t)from->count, 2);
    at += tlp_put(out + at, (uint64_t)from->players, 1);
    at += tlp_put(out + at, (uint64_t)from->deal, 1);
    memcpy(out + at, from->layout, 4);
    at += 4;
    at += tlp_put(out + at, (uint64_t)from->tiles_in, 2);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    at += tlp_put(out + at, (uint64_t)from->job_state, 1);
    at += tlp_put(out + at, (uint64_t)from->stage, 1);
    at += tlp_put(out + at, (uint64_t)from->percent, 1);
    at += tlp_put(out + at, (uint64_t)from->fault, 2);
    at += tlp_put(out + at, (uint64_t)from->side, 1);
    at += tlp_put(out + at, (uint64_t)from->journal_id, 4);
    at += tlp_put(out + at, (uint64_t)from->uptime_ms, 4);
    memcpy(out + at, from->sets, 2);
    at += 2;
    at += tlp_put(out + at, (uint64_t)from->beside_op, 8);
    at += tlp_put(out + at, (uint64_t)from->beside_percent, 1);
    at += tlp_put(out + at, (uint64_t)from->beside_fault, 2);
    at += tlp_put(out + at, (uint64_t)from->beside_side, 1);
    return at;
}

static inline int tlp_decode_status(tlp_status *to, const uint8_t *body, size_t size)
{
    if (size < 39 || body[0] != 0x91)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->state = (uint8_t)tlp_get(body + 3, 1);
    to->gen = (uint16_t)tlp_get(body + 4, 2);
    to->flags = (uint8_t)tlp_get(body + 6, 1);
    to->count = (uint16_t)tlp_get(body + 7, 2);
    to->players = (uint8_t)tlp_get(body + 9, 1);
    to->deal = (uint8_t)tlp_get(body + 10, 1);
    memcpy(to->layout, body + 11, 4);
    to->tiles_in = (uint16_t)tlp_get(body + 15, 2);
    to->op_id = (uint64_t)tlp_get(body + 17, 8);
    to->job_state = (uint8_t)tlp_get(body + 25, 1);
    to->stage = (uint8_t)tlp_get(body + 26, 1);
    to->percent = (uint8_t)tlp_get(body + 27, 1);
    to->fault = (uint16_t)tlp_get(body + 28, 2);
    to->side = (uint8_t)tlp_get(body + 30, 1);
    to->journal_id = (uint32_t)tlp_get(body + 31, 4);
    to->uptime_ms = (uint32_t)tlp_get(body + 35, 4);
    if (size < 53) {
        memset(to->sets, 0, 2);
        to->beside_op = 0;
        to->beside_percent = 0;
        to->beside_fault = 0;
        to->beside_side = 255;
        return 1;
    }
    memcpy(to->sets, body + 39, 2);
    to->beside_op = (uint64_t)tlp_get(body + 41, 8);
    to->beside_percent = (uint8_t)tlp_get(body + 49, 1);
    to->beside_fault = (uint16_t)tlp_get(body + 50, 2);
    to->beside_side = (uint8_t)tlp_get(body + 52, 1);
    return 1;
}

/* What is known of an op: answer to `Start` and `Query`, or unasked with tag 0. */
typedef struct {
    uint16_t tag;
    uint64_t op_id;
    uint8_t kind;
    uint8_t state;
    uint8_t stage;
    uint8_t percent;
    uint16_t fault;
    uint8_t side;
    uint32_t journal_id;
    uint16_t gen;
    uint8_t table_state;
    const uint8_t *result;
    uint8_t result_size;
} tlp_job_report;

static inline size_t tlp_encode_job_report(const tlp_job_report *from, uint8_t *out)
{
    size_t at = 0;
    if (26u + from->result_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x92, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    at += tlp_put(out + at, (uint64_t)from->kind, 1);
    at += tlp_put(out + at, (uint64_t)from->state, 1);
    at += tlp_put(out + at, (uint64_t)from->stage, 1);
    at += tlp_put(out + at, (uint64_t)from->percent, 1);
    at += tlp_put(out + at, (uint64_t)from->fault, 2);
    at += tlp_put(out + at, (uint64_t)from->side, 1);
    at += tlp_put(out + at, (uint64_t)from->journal_id, 4);
    at += tlp_put(out + at, (uint64_t)from->gen, 2);
    at += tlp_put(out + at, (uint64_t)from->table_state, 1);
    at += tlp_put(out + at, from->result_size, 1);
    memcpy(out + at, from->result, from->result_size);
    at += from->result_size;
    return at;
}

static inline int tlp_decode_job_report(tlp_job_report *to, const uint8_t *body, size_t size)
{
    if (size < 26 || body[0] != 0x92)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->op_id = (uint64_t)tlp_get(body + 3, 8);
    to->kind = (uint8_t)tlp_get(body + 11, 1);
    to->state = (uint8_t)tlp_get(body + 12, 1);
    to->stage = (uint8_t)tlp_get(body + 13, 1);
    to->percent = (uint8_t)tlp_get(body + 14, 1);
    to->fault = (uint16_t)tlp_get(body + 15, 2);
    to->side = (uint8_t)tlp_get(body + 17, 1);
    to->journal_id = (uint32_t)tlp_get(body + 18, 4);
    to->gen = (uint16_t)tlp_get(body + 22, 2);
    to->table_state = (uint8_t)tlp_get(body + 24, 1);
    if (size < 26u + body[25])
        return 0;
    to->result_size = body[25];
    to->result = body + 26;
    return 1;
}

/* A configuration or control order was carried out. */
typedef struct {
    uint16_t tag;
    uint16_t gen;
    uint8_t table_state;
} tlp_done;

static inline size_t tlp_encode_done(const tlp_done *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x93, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->gen, 2);
    at += tlp_put(out + at, (uint64_t)from->table_state, 1);
    return at;
}

static inline int tlp_decode_done(tlp_done *to, const uint8_t *body, size_t size)
{
    if (size < 6 || body[0] != 0x93)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->gen = (uint16_t)tlp_get(body + 3, 2);
    to->table_state = (uint8_t)tlp_get(body + 5, 1);
    return 1;
}

/* A request was refused with fault *code*; nothing was done. */
typedef struct {
    uint16_t tag;
    uint16_t code;
    uint16_t gen;
    uint8_t table_state;
} tlp_refused;

static inline size_t tlp_encode_refused(const tlp_refused *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x94, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->code, 2);
    at += tlp_put(out + at, (uint64_t)from->gen, 2);
    at += tlp_put(out + at, (uint64_t)from->table_state, 1);
    return at;
}

static inline int tlp_decode_refused(tlp_refused *to, const uint8_t *body, size_t size)
{
    if (size < 8 || body[0] != 0x94)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->code = (uint16_t)tlp_get(body + 3, 2);
    to->gen = (uint16_t)tlp_get(body + 5, 2);
    to->table_state = (uint8_t)tlp_get(body + 7, 1);
    return 1;
}

/* Something happened at the table. */
typedef struct {
    uint32_t event_no;
    uint32_t device_ms;
    uint8_t kind;
    uint8_t side;
    uint16_t code;
    uint64_t op_id;
    uint16_t gen;
    uint8_t table_state;
    const uint8_t *data;
    uint8_t data_size;
} tlp_event;

static inline size_t tlp_encode_event(const tlp_event *from, uint8_t *out)
{
    size_t at = 0;
    if (25u + from->data_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x95, 1);
    at += tlp_put(out + at, (uint64_t)from->event_no, 4);
    at += tlp_put(out + at, (uint64_t)from->device_ms, 4);
    at += tlp_put(out + at, (uint64_t)from->kind, 1);
    at += tlp_put(out + at, (uint64_t)from->side, 1);
    at += tlp_put(out + at, (uint64_t)from->code, 2);
    at += tlp_put(out + at, (uint64_t)from->op_id, 8);
    at += tlp_put(out + at, (uint64_t)from->gen, 2);
    at += tlp_put(out + at, (uint64_t)from->table_state, 1);
    at += tlp_put(out + at, from->data_size, 1);
    memcpy(out + at, from->data, from->data_size);
    at += from->data_size;
    return at;
}

static inline int tlp_decode_event(tlp_event *to, const uint8_t *body, size_t size)
{
    if (size < 25 || body[0] != 0x95)
        return 0;
    to->event_no = (uint32_t)tlp_get(body + 1, 4);
    to->device_ms = (uint32_t)tlp_get(body + 5, 4);
    to->kind = (uint8_t)tlp_get(body + 9, 1);
    to->side = (uint8_t)tlp_get(body + 10, 1);
    to->code = (uint16_t)tlp_get(body + 11, 2);
    to->op_id = (uint64_t)tlp_get(body + 13, 8);
    to->gen = (uint16_t)tlp_get(body + 21, 2);
    to->table_state = (uint8_t)tlp_get(body + 23, 1);
    if (size < 25u + body[24])
        return 0;
    to->data_size = body[24];
    to->data = body + 25;
    return 1;
}

/* Events before *first* were lost: take the whole state. */
typedef struct {
    uint32_t first;
} tlp_event_gap;

static inline size_t tlp_encode_event_gap(const tlp_event_gap *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x96, 1);
    at += tlp_put(out + at, (uint64_t)from->first, 4);
    return at;
}

static inline int tlp_decode_event_gap(tlp_event_gap *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x96)
        return 0;
    to->first = (uint32_t)tlp_get(body + 1, 4);
    return 1;
}

/* Lines of the log from *first* on; ask for *following* next, the same number at its end. */
typedef struct {
    uint16_t tag;
    uint32_t first;
    uint32_t following;
    const uint8_t *data;
    uint8_t data_size;
} tlp_log_page;

static inline size_t tlp_encode_log_page(const tlp_log_page *from, uint8_t *out)
{
    size_t at = 0;
    if (12u + from->data_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x97, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 4);
    at += tlp_put(out + at, (uint64_t)from->following, 4);
    at += tlp_put(out + at, from->data_size, 1);
    memcpy(out + at, from->data, from->data_size);
    at += from->data_size;
    return at;
}

static inline int tlp_decode_log_page(tlp_log_page *to, const uint8_t *body, size_t size)
{
    if (size < 12 || body[0] != 0x97)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint32_t)tlp_get(body + 3, 4);
    to->following = (uint32_t)tlp_get(body + 7, 4);
    if (size < 12u + body[11])
        return 0;
    to->data_size = body[11];
    to->data = body + 12;
    return 1;
}

/* What the table has done in its life, but *uptime_ms* and frames: since it started. */
typedef struct {
    uint16_t tag;
    uint32_t uptime_ms;
    uint32_t builds;
    uint32_t rolls;
    uint32_t faults;
    uint32_t resets;
    uint32_t bad_frames;
    uint32_t foreign_frames;
    uint32_t slot_writes;
} tlp_stats;

static inline size_t tlp_encode_stats(const tlp_stats *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x98, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->uptime_ms, 4);
    at += tlp_put(out + at, (uint64_t)from->builds, 4);
    at += tlp_put(out + at, (uint64_t)from->rolls, 4);
    at += tlp_put(out + at, (uint64_t)from->faults, 4);
    at += tlp_put(out + at, (uint64_t)from->resets, 4);
    at += tlp_put(out + at, (uint64_t)from->bad_frames, 4);
    at += tlp_put(out + at, (uint64_t)from->foreign_frames, 4);
    at += tlp_put(out + at, (uint64_t)from->slot_writes, 4);
    return at;
}

static inline int tlp_decode_stats(tlp_stats *to, const uint8_t *body, size_t size)
{
    if (size < 31 || body[0] != 0x98)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->uptime_ms = (uint32_t)tlp_get(body + 3, 4);
    to->builds = (uint32_t)tlp_get(body + 7, 4);
    to->rolls = (uint32_t)tlp_get(body + 11, 4);
    to->faults = (uint32_t)tlp_get(body + 15, 4);
    to->resets = (uint32_t)tlp_get(body + 19, 4);
    to->bad_frames = (uint32_t)tlp_get(body + 23, 4);
    to->foreign_frames = (uint32_t)tlp_get(body + 27, 4);
    if (size < 35) {
        to->slot_writes = 0;
        return 1;
    }
    to->slot_writes = (uint32_t)tlp_get(body + 31, 4);
    return 1;
}

/* The device is bound to its seed of throw *round_* by its SHA-256. */
typedef struct {
    uint16_t tag;
    uint32_t round_;
    uint8_t digest[32];
} tlp_seed_committed;

static inline size_t tlp_encode_seed_committed(const tlp_seed_committed *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x99, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->round_, 4);
    memcpy(out + at, from->digest, 32);
    at += 32;
    return at;
}

static inline int tlp_decode_seed_committed(tlp_seed_committed *to, const uint8_t *body, size_t size)
{
    if (size < 39 || body[0] != 0x99)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->round_ = (uint32_t)tlp_get(body + 3, 4);
    memcpy(to->digest, body + 7, 32);
    return 1;
}

/* The device's seed of throw *round_*; both sides now know the pips. */
typedef struct {
    uint16_t tag;
    uint32_t round_;
    uint8_t seed[32];
} tlp_seed_revealed;

static inline size_t tlp_encode_seed_revealed(const tlp_seed_revealed *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, 0x9A, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->round_, 4);
    memcpy(out + at, from->seed, 32);
    at += 32;
    return at;
}

static inline int tlp_decode_seed_revealed(tlp_seed_revealed *to, const uint8_t *body, size_t size)
{
    if (size < 39 || body[0] != 0x9A)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->round_ = (uint32_t)tlp_get(body + 3, 4);
    memcpy(to->seed, body + 7, 32);
    return 1;
}

/* What the inputs from number *first* on read: ±16 bits each, in the dictionary's order. */
typedef struct {
    uint16_t tag;
    uint8_t first;
    const uint8_t *values;
    uint8_t values_size;
} tlp_inputs;

static inline size_t tlp_encode_inputs(const tlp_inputs *from, uint8_t *out)
{
    size_t at = 0;
    if (5u + from->values_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x9B, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    at += tlp_put(out + at, from->values_size, 1);
    memcpy(out + at, from->values, from->values_size);
    at += from->values_size;
    return at;
}

static inline int tlp_decode_inputs(tlp_inputs *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x9B)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint8_t)tlp_get(body + 3, 1);
    if (size < 5u + body[4])
        return 0;
    to->values_size = body[4];
    to->values = body + 5;
    return 1;
}

/* What the parameters from *first* on are set to: ±32 bits each, in the dictionary's order. */
typedef struct {
    uint16_t tag;
    uint8_t first;
    const uint8_t *values;
    uint8_t values_size;
} tlp_parameters;

static inline size_t tlp_encode_parameters(const tlp_parameters *from, uint8_t *out)
{
    size_t at = 0;
    if (5u + from->values_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x9C, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    at += tlp_put(out + at, from->values_size, 1);
    memcpy(out + at, from->values, from->values_size);
    at += from->values_size;
    return at;
}

static inline int tlp_decode_parameters(tlp_parameters *to, const uint8_t *body, size_t size)
{
    if (size < 5 || body[0] != 0x9C)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->first = (uint8_t)tlp_get(body + 3, 1);
    if (size < 5u + body[4])
        return 0;
    to->values_size = body[4];
    to->values = body + 5;
    return 1;
}

/* How much the mechanisms from *first* on have worked, and the *pulses* of coins: in a life. */
typedef struct {
    uint16_t tag;
    uint32_t pulses;
    uint8_t first;
    const uint8_t *rows;
    uint8_t rows_size;
} tlp_usage;

static inline size_t tlp_encode_usage(const tlp_usage *from, uint8_t *out)
{
    size_t at = 0;
    if (9u + from->rows_size > TLP_MAX_BODY)
        return 0;
    at += tlp_put(out + at, 0x9D, 1);
    at += tlp_put(out + at, (uint64_t)from->tag, 2);
    at += tlp_put(out + at, (uint64_t)from->pulses, 4);
    at += tlp_put(out + at, (uint64_t)from->first, 1);
    at += tlp_put(out + at, from->rows_size, 1);
    memcpy(out + at, from->rows, from->rows_size);
    at += from->rows_size;
    return at;
}

static inline int tlp_decode_usage(tlp_usage *to, const uint8_t *body, size_t size)
{
    if (size < 9 || body[0] != 0x9D)
        return 0;
    to->tag = (uint16_t)tlp_get(body + 1, 2);
    to->pulses = (uint32_t)tlp_get(body + 3, 4);
    to->first = (uint8_t)tlp_get(body + 7, 1);
    if (size < 9u + body[8])
        return 0;
    to->rows_size = body[8];
    to->rows = body + 9;
    return 1;
}

/* What a start of DROP carries in its args. */
typedef struct {
    uint8_t set;
} tlp_drop_args;

static inline size_t tlp_encode_drop_args(const tlp_drop_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->set, 1);
    return at;
}

static inline int tlp_decode_drop_args(tlp_drop_args *to, const uint8_t *body, size_t size)
{
    if (size < 1) {
        to->set = 255;
        return 1;
    }
    to->set = (uint8_t)tlp_get(body + 0, 1);
    return 1;
}

/* What a start of BUILD carries in its args. */
typedef struct {
    uint16_t tiles;
    uint8_t set;
} tlp_build_args;

static inline size_t tlp_encode_build_args(const tlp_build_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->tiles, 2);
    at += tlp_put(out + at, (uint64_t)from->set, 1);
    return at;
}

static inline int tlp_decode_build_args(tlp_build_args *to, const uint8_t *body, size_t size)
{
    if (size < 2)
        return 0;
    to->tiles = (uint16_t)tlp_get(body + 0, 2);
    if (size < 3) {
        to->set = 255;
        return 1;
    }
    to->set = (uint8_t)tlp_get(body + 2, 1);
    return 1;
}

/* What a start of NEXT_HAND carries in its args. */
typedef struct {
    uint16_t tiles;
} tlp_next_hand_args;

static inline size_t tlp_encode_next_hand_args(const tlp_next_hand_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->tiles, 2);
    return at;
}

static inline int tlp_decode_next_hand_args(tlp_next_hand_args *to, const uint8_t *body, size_t size)
{
    if (size < 2)
        return 0;
    to->tiles = (uint16_t)tlp_get(body + 0, 2);
    return 1;
}

/* What a start of ROLL carries in its args. */
typedef struct {
    uint8_t dice;
} tlp_roll_args;

static inline size_t tlp_encode_roll_args(const tlp_roll_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->dice, 1);
    return at;
}

static inline int tlp_decode_roll_args(tlp_roll_args *to, const uint8_t *body, size_t size)
{
    if (size < 1)
        return 0;
    to->dice = (uint8_t)tlp_get(body + 0, 1);
    return 1;
}

/* What a start of CENSUS carries in its args. */
typedef struct {
    uint8_t set;
} tlp_census_args;

static inline size_t tlp_encode_census_args(const tlp_census_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->set, 1);
    return at;
}

static inline int tlp_decode_census_args(tlp_census_args *to, const uint8_t *body, size_t size)
{
    if (size < 1) {
        to->set = 255;
        return 1;
    }
    to->set = (uint8_t)tlp_get(body + 0, 1);
    return 1;
}

/* What a start of DEAL carries in its args. */
typedef struct {
    uint8_t tiles;
    uint8_t seats;
} tlp_deal_args;

static inline size_t tlp_encode_deal_args(const tlp_deal_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->tiles, 1);
    at += tlp_put(out + at, (uint64_t)from->seats, 1);
    return at;
}

static inline int tlp_decode_deal_args(tlp_deal_args *to, const uint8_t *body, size_t size)
{
    if (size < 2)
        return 0;
    to->tiles = (uint8_t)tlp_get(body + 0, 1);
    to->seats = (uint8_t)tlp_get(body + 1, 1);
    return 1;
}

/* What a start of JAM_CLEAR carries in its args. */
typedef struct {
    uint8_t mechanism;
    uint8_t side;
    uint8_t step;
} tlp_jam_clear_args;

static inline size_t tlp_encode_jam_clear_args(const tlp_jam_clear_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->mechanism, 1);
    at += tlp_put(out + at, (uint64_t)from->side, 1);
    at += tlp_put(out + at, (uint64_t)from->step, 1);
    return at;
}

static inline int tlp_decode_jam_clear_args(tlp_jam_clear_args *to, const uint8_t *body, size_t size)
{
    if (size < 3)
        return 0;
    to->mechanism = (uint8_t)tlp_get(body + 0, 1);
    to->side = (uint8_t)tlp_get(body + 1, 1);
    to->step = (uint8_t)tlp_get(body + 2, 1);
    return 1;
}

/* What a start of SELF_TEST carries in its args. */
typedef struct {
    uint8_t test;
} tlp_self_test_args;

static inline size_t tlp_encode_self_test_args(const tlp_self_test_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->test, 1);
    return at;
}

static inline int tlp_decode_self_test_args(tlp_self_test_args *to, const uint8_t *body, size_t size)
{
    if (size < 1)
        return 0;
    to->test = (uint8_t)tlp_get(body + 0, 1);
    return 1;
}

/* What a start of JOG carries in its args. */
typedef struct {
    uint8_t mechanism;
    uint8_t side;
    int16_t distance;
} tlp_jog_args;

static inline size_t tlp_encode_jog_args(const tlp_jog_args *from, uint8_t *out)
{
    size_t at = 0;
    at += tlp_put(out + at, (uint64_t)from->mechanism, 1);
    at += tlp_put(out + at, (uint64_t)from->side, 1);
    at += tlp_put(out + at, (uint64_t)from->distance, 2);
    return at;
}

static inline int tlp_decode_jog_args(tlp_jog_args *to, const uint8_t *body, size_t size)
{
    if (size < 4)
        return 0;
    to->mechanism = (uint8_t)tlp_get(body + 0, 1);
    to->side = (uint8_t)tlp_get(body + 1, 1);
    to->distance = (int16_t)tlp_get(body + 2, 2);
    return 1;
}

#endif
