import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { studentConsents } from '#shared/consents/consent-paper.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { consentViews } from './consent-record.service.ts'

export const studentConsentRoutes: Feature = ({ clock }) => [
  route.session(studentConsents, async (ctx, { student_id }) => {
    requirePermission(ctx.session, 'submissions.see')
    const today = businessDay(clock.nowMs(), ctx.school.timeZone, 0)
    return ctx.tenant((tx) => consentViews(tx, ctx.school.schoolId, student_id, today))
  }),
]
