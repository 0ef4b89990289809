/* What a wired machine does, as data: which lines for which job, in which states, how long. */
#ifndef WIRED_JOBS_H
#define WIRED_JOBS_H

#include "wired_machine.h"

#define WIRED_STATE(name) TLP_TABLE_STATE_##name
#define WIRED_BY_ITSELF 0 /* it homes after a lock */
#define WIRED_NO_JOB 0xFF
#define WIRED_JOBS (TLP_JOB_KIND_JOG + 1)
#define WIRED_AWAIT 0xFE /* no line: the build beside the hand comes to its end */

/* When a step is made; else it is passed over. */
typedef enum {
    WIRED_ALWAYS,
    WIRED_IF_ABOVE, /* the step above it was made */
    WIRED_IF_DOWN, /* walls stand on the lifters, below the table top */
    WIRED_IF_UP,
    WIRED_IF_DEALT, /* the chutes hold tiles of the hand in play */
    WIRED_IF_OUT, /* the set is not in the machine */
    WIRED_IF_UNBUILT, /* its walls do not wait whole */
    WIRED_IF_UNSURE, /* it has to see again which set is where */
    WIRED_IF_BOTH /* the last two */
} wired_when;

/* Which set of tiles a step is about. */
typedef enum { WIRED_THE_SAME, WIRED_THE_OTHER, WIRED_THE_PLAYED } wired_whose;

typedef struct {
    uint8_t line, stage, when, whose;
} wired_step;

typedef struct {
    uint16_t from; /* the states in which it may start, one bit each */
    uint8_t busy; /* the state of the table meanwhile; 0 leaves it as it is */
    uint8_t steps; /* 0: a job that it does not have */
    const wired_step *step;
} wired_job;

typedef struct {
    uint16_t seconds, fault;
} wired_limit;

/* By `tlp_job_kind`, and WIRED_BY_ITSELF; then what NEXT_HAND is with two sets in the machine:
 * walls that nobody has played with yet rise, or the sets change. */
enum { WIRED_FRESH = WIRED_JOBS, WIRED_CHANGE, WIRED_ROWS };
extern const wired_job wired_jobs[WIRED_ROWS];

/* By `wired_line`: when a movement that does not end is given up, and what that means. */
extern const wired_limit wired_limits[WIRED_LINES];

#endif
