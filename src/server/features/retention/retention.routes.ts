import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import * as retention from '#shared/retention/retention.contract.ts'
import { addCounts } from '#shared/retention/retention.rules.ts'
import { subjectAccessRoutes } from './access/subject-access.routes.ts'
import { breachRoutes } from './breaches/breach.routes.ts'
import { readEnquiriesDue } from './enquiry.service.ts'
import { eraseJudged } from './erase-checked.ts'
import { eraseEnquiryJudged, rehearseEnquiry } from './erase-enquiry.ts'
import { rehearse } from './erase.ts'
import { erasureOf, lastErasure, putHold, readDue, readRetention } from './retention.service.ts'

const atOf = ({ school, deps }: SessionCtx) => ({
  schoolId: school.schoolId,
  timeZone: school.timeZone,
  nowMs: deps.clock.nowMs(),
})

/** Retention and erasure of applicants who never joined. */
const erasureRoutes: Feature = () => [
  route.session(retention.fileRetention, async (ctx, { student_id }) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant((tx) => readRetention(tx, atOf(ctx), student_id))
  }),
  route.session(retention.holdFile, async (ctx, { student_id, hold }) => {
    requirePermission(ctx.session, 'students.hold')
    return ctx.tenant(async (tx) => {
      const at = atOf(ctx)
      const student = await lockStudent(tx, at.schoolId, student_id)
      if (student.status !== 'rejected') throw new AppError('student.no-such-move')
      await putHold(tx, { ...at, byUser: ctx.session.user.userId }, student_id, hold)
      await recordAuditEvent(tx, ctx, 'file-held', { about: student_id, facts: { state: hold ? 'held' : 'ended' } })
      return readRetention(tx, at, student_id)
    })
  }),
  route.session(retention.filesDue, async (ctx, { after, limit }) => {
    requirePermission(ctx.session, 'students.hold')
    return ctx.tenant((tx) => readDue(tx, atOf(ctx), { after, limit }))
  }),
  route.session(retention.enquiriesDue, async (ctx, { after, limit }) => {
    requirePermission(ctx.session, 'students.hold')
    return ctx.tenant((tx) => readEnquiriesDue(tx, atOf(ctx), { after, limit }))
  }),
  route.session(retention.rehearseErasure, async (ctx, { studentIds, enquiryIds }) => {
    requirePermission(ctx.session, 'students.hold')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      const counts = []
      for (const id of studentIds) counts.push(await rehearse(tx, schoolId, id))
      for (const id of enquiryIds) counts.push(await rehearseEnquiry(tx, schoolId, id))
      return { files: counts.length, counts: addCounts(counts) }
    })
  }),
  route.session(retention.eraseFile, async (ctx, { student_id, reference, cause }) => {
    requirePermission(ctx.session, 'students.erase')
    const at = atOf(ctx)
    const by = { mail: ctx, nowMs: at.nowMs, userId: ctx.session.user.userId }
    return ctx.tenant(async (tx) => {
      const named = parseReference(reference) ?? reference
      await eraseJudged(tx, by, student_id, { cause, reference: named })
      return readRetention(tx, at, student_id)
    })
  }),
  route.session(retention.eraseEnquiry, async (ctx, { id, reference, cause }) => {
    requirePermission(ctx.session, 'students.erase')
    const by = { mail: ctx, nowMs: atOf(ctx).nowMs, userId: ctx.session.user.userId }
    return ctx.tenant(async (tx) => {
      await eraseEnquiryJudged(tx, by, id, { cause, reference: parseReference(reference) ?? reference })
      const erased = await erasureOf(tx, ctx.school.schoolId, id)
      if (!erased) throw new AppError('request.not-found')
      return { at: erased.at, cause: erased.cause, counts: erased.counts }
    })
  }),
  route.session(retention.lastErased, async (ctx) => {
    requirePermission(ctx.session, 'students.see')
    const at = await ctx.tenant((tx) => lastErasure(tx, ctx.school.schoolId))
    return { agoMs: at === null ? null : Math.max(0, ctx.deps.clock.nowMs() - fromInstant(at)) }
  }),
]

/** Data protection: erasure, subject access, data breaches. */
export const retentionRoutes: Feature = (deps) => [
  ...erasureRoutes(deps),
  ...subjectAccessRoutes(deps),
  ...breachRoutes(deps),
]
