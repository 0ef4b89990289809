/* What a wired machine refuses, and by which fault; within it only. */
#ifndef WIRED_CHECKS_H
#define WIRED_CHECKS_H

#include "wired_jobs.h"

/* Whether somebody at the console allows motions by the operator. */
int wired_has_consent(const wired_machine *self);

/* Return the fault that refuses a job to whoever asks: what runs, or the state of the table; or 0. */
uint16_t wired_may_start(const wired_machine *self, uint8_t which, uint8_t kind);

/* Return the fault that refuses a job, a gear (which is set) or a setting, or 0. */
uint16_t wired_verify(void *table, uint8_t which, uint8_t kind, const uint8_t *args, uint8_t size);
uint16_t wired_set_gear(void *table, const tlp_set_gear *gear);
uint16_t wired_check_setting(const wired_machine *self, const tlb_setting *setting);

#endif
