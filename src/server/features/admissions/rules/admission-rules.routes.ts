import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { formsByLink } from '#server/features/forms/form.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { renumberAll } from '../waiting-list/waitlist.service.ts'
import { readRules, setRules } from './admission-rules.service.ts'

export const admissionRulesRoutes: Feature = ({ clock }) => [
  route.session(admissionRules, async (ctx) => {
    requirePermission(ctx.session, 'students.see')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({ ...(await readRules(tx, schoolId)), forms: await formsByLink(tx, schoolId) }))
  }),
  route.session(setAdmissionRules, async (ctx, asked) => {
    requirePermission(ctx.session, 'admission.rules')
    const { schoolId, timeZone } = ctx.school
    const nowMs = clock.nowMs()
    return ctx.tenant(async (tx) => {
      const before = await readRules(tx, schoolId)
      const set = await setRules(tx, { schoolId, userId: ctx.session.user.userId, nowMs }, asked)
      await recordAuditEvent(tx, ctx, 'admission-rules-set', { about: null, facts: { revision: set.revision } })
      const isReordered = before.rules.claimOrder.join(' ') !== set.rules.claimOrder.join(' ')
      if (isReordered) await renumberAll(tx, { schoolId, nowMs, timeZone })
      return { ...set, forms: await formsByLink(tx, schoolId) }
    })
  }),
]
