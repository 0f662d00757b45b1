import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import * as assessmentCalls from '#shared/admissions/assessment.contract.ts'
import * as calls from '#shared/admissions/scoring.contract.ts'
import { moderate, readScoring, reopen, submit } from './score.service.ts'
import { scoringSetView } from './scoring-desk.view.ts'
import { addVersion, allSets } from './scoring-set.service.ts'

export const scoringRoutes: Feature = ({ clock, random }) => [
  route.session(calls.scoringSets, async (ctx) => {
    requirePermission(ctx.session, 'scoring.score')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      const sets = await allSets(tx, schoolId)
      const staff = await findPeople(
        tx,
        schoolId,
        sets.map(({ setBy }) => setBy),
      )
      return { sets: sets.map((set) => scoringSetView(set, staff)) }
    })
  }),
  route.session(calls.setScoring, async (ctx, asked) => {
    requirePermission(ctx.session, 'scoring.manage')
    const { schoolId } = ctx.school
    const by = { schoolId, userId: ctx.session.user.userId, nowMs: clock.nowMs(), random }
    return ctx.tenant(async (tx) => {
      const set = await addVersion(tx, by, asked)
      const { entryYear, grade, version } = set
      await recordAuditEvent(tx, ctx, 'scoring-set', { about: null, facts: { entryYear, grade, version } })
      return { set: scoringSetView(set, await findPeople(tx, schoolId, [set.setBy])) }
    })
  }),
  route.session(assessmentCalls.studentScoring, async (ctx, { student_id }) => {
    requirePermission(ctx.session, 'scoring.score')
    return ctx.tenant((tx) => readScoring(tx, ctx, student_id))
  }),
  route.session(assessmentCalls.submitScore, async (ctx, asked) => {
    requirePermission(ctx.session, 'scoring.score')
    return ctx.tenant((tx) => submit(tx, ctx, asked))
  }),
  route.session(assessmentCalls.reopenScore, async (ctx, asked) => {
    requirePermission(ctx.session, 'scoring.reopen')
    return ctx.tenant((tx) => reopen(tx, ctx, asked))
  }),
  route.session(assessmentCalls.moderateScore, async (ctx, asked) => {
    requirePermission(ctx.session, 'scoring.moderate')
    return ctx.tenant((tx) => moderate(tx, ctx, asked))
  }),
]
