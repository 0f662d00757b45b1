import { requirePermission } from '#server/features/access/access.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { admissionRules, setAdmissionRules } from '#shared/contract/admission-rules.ts'
import { readRules, setRules } from './admission-rules.service.ts'

export const admissionRulesRoutes: Feature = ({ clock }) => [
  route.session(admissionRules, async (ctx) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant((tx) => readRules(tx, ctx.school.schoolId))
  }),
  route.session(setAdmissionRules, async (ctx, asked) => {
    requirePermission(ctx.session, 'admission.rules')
    const by = { schoolId: ctx.school.schoolId, userId: ctx.session.user.userId, nowMs: clock.nowMs() }
    return ctx.tenant((tx) => setRules(tx, by, asked))
  }),
]
