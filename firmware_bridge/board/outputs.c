#include "outputs.h"

#define HALF 0x8000u /* of the numbers: up to here one is later than another */

int tlb_setting_read(tlb_setting *setting, const uint8_t *body, size_t size)
{
    if (!tlp_decode_flip_dora(&setting->to.indicators, body, size) &&
        !tlp_decode_score_display(&setting->to.score, body, size) &&
        !tlp_decode_lights(&setting->to.lights, body, size) &&
        !tlp_decode_sound(&setting->to.sound, body, size))
        return 0;
    setting->message = body[0];
    setting->tag = (uint16_t)tlp_get(body + 1, 2);
    setting->rev = (uint16_t)tlp_get(body + 3, 2);
    return 1;
}

/* Return the output of a setting, TLB_OUTPUTS where there is none such. */
static uint8_t output_of(const tlb_setting *setting)
{
    uint8_t seat = setting->to.score.seat, zone = setting->to.lights.zone;
    switch (setting->message) {
    case TLP_MESSAGE_SCORE_DISPLAY:
        return (uint8_t)(seat < TLB_SEATS ? TLB_SCORES + seat : TLB_OUTPUTS);
    case TLP_MESSAGE_LIGHTS:
        return (uint8_t)(zone < TLB_ZONES ? TLB_LIGHTS + zone : TLB_OUTPUTS);
    case TLP_MESSAGE_SOUND:
        return TLB_SOUNDS;
    default:
        return TLB_INDICATORS;
    }
}

uint16_t tlb_outputs_set(tlb_outputs *outputs, const tlb_setting *setting, tlb_show show,
                         void *self)
{
    uint8_t output = output_of(setting);
    uint16_t ahead, fault;
    if (output == TLB_OUTPUTS)
        return TLP_FAULT_BAD_ARGUMENT;
    ahead = (uint16_t)(setting->rev - outputs->rev[output]);
    if (outputs->is_set[output] && (ahead == 0 || ahead >= HALF))
        return 0; /* a later one is shown already */
    fault = show(self, setting);
    if (fault)
        return fault;
    outputs->rev[output] = setting->rev;
    outputs->is_set[output] = 1;
    return 0;
}
