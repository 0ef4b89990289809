/* What a table shows and sounds: of each output the last setting counts, by protocol.md 6.11. */
#ifndef TABLE_BOARD_OUTPUTS_H
#define TABLE_BOARD_OUTPUTS_H

#include "table_link.h"

#ifndef TLB_ZONES
#define TLB_ZONES 8 /* lights that are set apart */
#endif
#define TLB_SEATS 4

/* Which output a setting is for. */
enum { TLB_INDICATORS, TLB_SOUNDS, TLB_SCORES, TLB_LIGHTS = TLB_SCORES + TLB_SEATS,
       TLB_OUTPUTS = TLB_LIGHTS + TLB_ZONES };

typedef struct {
    uint8_t message; /* the `TLP_MESSAGE_…` of it */
    uint16_t tag, rev;
    union {
        tlp_flip_dora indicators;
        tlp_score_display score;
        tlp_lights lights;
        tlp_sound sound;
    } to;
} tlb_setting;

typedef struct {
    uint16_t rev[TLB_OUTPUTS];
    uint8_t is_set[TLB_OUTPUTS];
} tlb_outputs;

/* Show a setting; a fault refuses it, 0 agrees. */
typedef uint16_t (*tlb_show)(void *self, const tlb_setting *setting);

/* Read a setting; return 0 where a body is none. */
int tlb_setting_read(tlb_setting *setting, const uint8_t *body, size_t size);

/* Let it be shown unless a later one was; return the fault that refuses it, or 0. */
uint16_t tlb_outputs_set(tlb_outputs *outputs, const tlb_setting *setting, tlb_show show,
                         void *self);

#endif
