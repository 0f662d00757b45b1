import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type StudentStatusFacts, studentStatus } from '#server/features/students/student-facts.service.ts'
import { agentClass } from '#server/http/agent-class.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { moderateScore, reopenScore, StudentScoring, submitScore } from '#shared/admissions/assessment.contract.ts'
import { faultIn, itemsFor } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { lockStudent } from '../file/student-row.service.ts'
import { type Standing, saveModeration, saveReopening, standingOf } from './scoring.service.ts'
import { scoringAssessments } from './scoring.table.ts'
import { isLocked, scoringView } from './scoring-desk.view.ts'

type View = z.input<typeof StudentScoring>
type Submitted = z.output<typeof submitScore.body>

/** Returns the scoring of a student. @throws AppError request.not-found */
export async function readScoring(tx: Tx, ctx: SessionCtx, studentId: string): Promise<View> {
  const student = await studentStatus(tx, ctx.school.schoolId, studentId)
  return scoringView(tx, ctx, student, await standingOf(tx, student))
}

/** Runs under the lock of the decision, so that no decision is based on changing scores. */
async function locked(
  tx: Tx,
  ctx: SessionCtx,
  studentId: string,
): Promise<{ student: StudentStatusFacts; standing: Standing }> {
  const { schoolId } = ctx.school
  await lockStudent(tx, schoolId, studentId)
  const student = await studentStatus(tx, schoolId, studentId)
  return { student, standing: await standingOf(tx, student) }
}

/**
 * Submits an assessment. @throws AppError request.not-found, request.invalid, access.denied, scoring.locked, scoring.changed,
 * scoring.incomplete
 */
export async function submit(tx: Tx, ctx: SessionCtx, asked: Submitted): Promise<View> {
  const { schoolId } = ctx.school
  const { user } = ctx.session
  const { commandId, student_id: studentId, evidence, ...found } = asked
  const { student, standing } = await locked(tx, ctx, studentId)
  const more = Object.keys(evidence).length > 0 ? [sorted(evidence)] : []
  const said = [studentId, user.userId, sorted(found.scores), { ...found, scores: 0 }, ...more]
  return runOnce(
    tx,
    scoringAssessments,
    { schoolId, id: commandId, asked: said },
    {
      again: () => scoringView(tx, ctx, student, standing),
      first: async (askedHash) => {
        await handIn(tx, ctx, asked, { student, standing, askedHash })
        return scoringView(tx, ctx, student, await standingOf(tx, student))
      },
    },
  )
}

async function handIn(
  tx: Tx,
  ctx: SessionCtx,
  { commandId, student_id: studentId, evidence, ...found }: Submitted,
  { student, standing, askedHash }: { student: StudentStatusFacts; standing: Standing; askedHash: string },
): Promise<void> {
  const { user, roles } = ctx.session
  if (isLocked(student)) throw new AppError('scoring.locked')
  const { set, counted, needsModeration } = standing
  const isOwnIn = counted.some(({ byUser }) => byUser === user.userId)
  if (!set || set.id !== found.setId || isOwnIn || needsModeration !== null) throw new AppError('scoring.changed')
  const items = itemsFor(set.body.items, roles)
  if (items.length === 0) throw new AppError('access.denied')
  const unasked = Object.keys(evidence).find((code) => !items.some((item) => item.code === code))
  const fault = faultIn(items, found.scores) ?? unasked
  const stray = found.unmet.find((code) => !set.body.rules.some((rule) => rule.code === code))
  if (fault !== undefined || stray !== undefined)
    throw new AppError('scoring.incomplete', { field: fault ?? stray ?? '' })
  await tx.insert(scoringAssessments).values({
    schoolId: ctx.school.schoolId,
    id: commandId,
    studentId,
    setId: set.id,
    byUser: user.userId,
    answers: found.scores,
    evidence,
    unmet: [...new Set(found.unmet)],
    recommendation: found.recommendation,
    conditions: found.conditions,
    note: found.note,
    device: agentClass(ctx.userAgent),
    askedHash,
    submittedAt: toInstant(ctx.deps.clock.nowMs()),
  })
  await recordAuditEvent(tx, ctx, 'scoring-submitted', { about: studentId, facts: { version: set.version } })
}

const sorted = (scores: object) => Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Reopens an assessment. @throws AppError request.not-found, scoring.locked */
export async function reopen(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, id, reason }: z.output<typeof reopenScore.body>,
): Promise<View> {
  const { schoolId } = ctx.school
  const { student, standing } = await locked(tx, ctx, studentId)
  const found = standing.all.find(({ row }) => row.id === id)
  if (!found) throw new AppError('request.not-found')
  // Reopened before: the answer was lost on its way back.
  if (found.reopening) return scoringView(tx, ctx, student, standing)
  if (isLocked(student)) throw new AppError('scoring.locked')
  const at = toInstant(ctx.deps.clock.nowMs())
  await saveReopening(tx, { schoolId, assessmentId: id, reason, byUser: ctx.session.user.userId, at })
  await recordAuditEvent(tx, ctx, 'scoring-reopened', { about: studentId, facts: {} })
  return scoringView(tx, ctx, student, await standingOf(tx, student))
}

/** Records a moderation. @throws AppError request.not-found, access.denied (one of the two), scoring.locked, scoring.changed */
export async function moderate(tx: Tx, ctx: SessionCtx, asked: z.output<typeof moderateScore.body>): Promise<View> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const { student_id: studentId, commandId, takes, recommendation, reason } = asked
  const { student, standing } = await locked(tx, ctx, studentId)
  const { counted, moderation } = standing
  if (moderation?.id === commandId) return scoringView(tx, ctx, student, standing)
  if (isLocked(student)) throw new AppError('scoring.locked')
  const [first, second] = counted
  if (!first || !second || !standing.needsModeration || moderation) throw new AppError('scoring.changed')
  if (counted.some(({ byUser }) => byUser === userId)) throw new AppError('access.denied')
  await saveModeration(tx, {
    schoolId,
    id: commandId,
    studentId,
    firstId: first.id,
    secondId: second.id,
    takes,
    recommendation,
    reason,
    byUser: userId,
    at: toInstant(ctx.deps.clock.nowMs()),
  })
  await recordAuditEvent(tx, ctx, 'scoring-moderated', { about: studentId, facts: { takes } })
  return scoringView(tx, ctx, student, await standingOf(tx, student))
}
