import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'

export const readRules = () => ask(admissionRules, {})
export const saveRules = (input: z.input<typeof setAdmissionRules.body>) => ask(setAdmissionRules, input)

export type EffectiveRules = z.infer<typeof admissionRules.reply>
