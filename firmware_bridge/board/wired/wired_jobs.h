/* What a wired machine does, as data: which lines for which job, in which states, how long. */
#ifndef WIRED_JOBS_H
#define WIRED_JOBS_H

#include "wired_machine.h"

#define WIRED_STATE(name) TLP_TABLE_STATE_##name
#define WIRED_BY_ITSELF 0 /* it homes after a lock */
#define WIRED_MOST_STEPS 7
#define WIRED_JOBS (TLP_JOB_KIND_JOG + 1)

typedef struct {
    uint8_t line, stage;
} wired_step;

typedef struct {
    uint16_t from; /* the states in which it may start, one bit each */
    uint8_t busy; /* the state of the table meanwhile; 0 leaves it as it is */
    uint8_t steps; /* 0: a job that it does not have */
    wired_step step[WIRED_MOST_STEPS];
} wired_job;

typedef struct {
    uint16_t seconds, fault;
} wired_limit;

/* By `tlp_job_kind`, and WIRED_BY_ITSELF. */
extern const wired_job wired_jobs[WIRED_JOBS];

/* By `wired_line`: when a movement that does not end is given up, and what that means. */
extern const wired_limit wired_limits[WIRED_LINES];

#endif
