import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type ModerationTakes, meanOf, needsModeration, totalOf } from '#shared/admissions/scoring.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { scoringAssessments, scoringModerations, scoringReopenings } from './scoring.table.ts'
import { type SetFor, type SetRow, setById, setInForce } from './scoring-set.service.ts'

export type AssessmentRow = typeof scoringAssessments.$inferSelect
type ReopeningRow = typeof scoringReopenings.$inferSelect
export type ModerationRow = typeof scoringModerations.$inferSelect

/** Child to be scored. */
export interface Scored extends SetFor {
  schoolId: string
  id: string
}

/** Scoring status of a student. */
export interface Standing {
  set: SetRow | undefined
  /** All submitted assessments, the earliest first. */
  all: { row: AssessmentRow; reopening: ReopeningRow | undefined }[]
  /** Counting assessments: by the student's scorecard, and not reopened. */
  counted: AssessmentRow[]
  /** Null until everyone has submitted. */
  needsModeration: boolean | null
  moderation: ModerationRow | undefined
}

/** Returns the scorecard: a student scored by a version keeps it while one is in force; else the latest counts. */
async function setFor(tx: Tx, student: Scored, live: readonly AssessmentRow[]): Promise<SetRow | undefined> {
  const latest = await setInForce(tx, student.schoolId, student)
  if (!latest) return undefined
  for (const { setId } of live) {
    const set = await setById(tx, student.schoolId, setId)
    if (set?.grade === student.grade && set.entryYear === student.entryYear) return set
  }
  return latest
}

export async function standingOf(tx: Tx, student: Scored): Promise<Standing> {
  const { schoolId, id } = student
  const rows = await tx
    .select()
    .from(scoringAssessments)
    .where(and(eq(scoringAssessments.schoolId, schoolId), eq(scoringAssessments.studentId, id)))
    .orderBy(asc(scoringAssessments.submittedAt), asc(scoringAssessments.id))
  const ids = rows.map((row) => row.id)
  const reopenings =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(scoringReopenings)
          .where(and(eq(scoringReopenings.schoolId, schoolId), inArray(scoringReopenings.assessmentId, ids)))
  const all = rows.map((row) => ({ row, reopening: reopenings.find(({ assessmentId }) => assessmentId === row.id) }))
  const live = all.flatMap(({ row, reopening }) => (reopening ? [] : [row]))
  const set = await setFor(tx, student, live)
  const counted = set ? live.filter(({ setId }) => setId === set.id) : []
  const [first, second] = counted
  const isIn = set !== undefined && counted.length >= set.body.assessors
  const isApart =
    isIn && first && second ? needsModeration(percentOf(set, first), percentOf(set, second), set.body.gap) : false
  const moderation = first && second ? await moderationOf(tx, schoolId, id, [first.id, second.id]) : undefined
  return { set, all, counted, needsModeration: isIn ? isApart : null, moderation }
}

async function moderationOf(tx: Tx, schoolId: string, studentId: string, [first, second]: [string, string]) {
  const [row] = await tx
    .select()
    .from(scoringModerations)
    .where(
      and(
        eq(scoringModerations.schoolId, schoolId),
        eq(scoringModerations.studentId, studentId),
        eq(scoringModerations.firstId, first),
        eq(scoringModerations.secondId, second),
      ),
    )
  return row
}

export const percentOf = (set: SetRow, { answers }: AssessmentRow) => totalOf(set.body.items, answers).percent

/**
 * Returns the combined result in hundredths of a percent; null before all assessments and, where needed, the moderation are in.
 */
export function resultOf({ set, counted, needsModeration: isApart, moderation }: Standing): number | null {
  if (!set || isApart === null || (isApart && !moderation)) return null
  const takes: ModerationTakes = isApart && moderation ? moderation.takes : 'mean'
  const [first, second] = counted
  const taken = takes === 'first' ? [first] : takes === 'second' ? [second] : counted
  return meanOf(taken.flatMap((row) => (row && percentOf(set, row)) || []))
}

/** Returns the scoring blocker of a decision, and the appointments required before it. */
export async function scoringBlocker(
  tx: Tx,
  student: Scored,
): Promise<{ blocker: MessageId | undefined; set: SetRow | undefined }> {
  const standing = await standingOf(tx, student)
  const { set, counted } = standing
  if (!set) return { blocker: undefined, set: undefined }
  if (standing.needsModeration === null) return { blocker: 'student.criteria-open', set }
  if (counted.some(({ unmet }) => unmet.length > 0)) return { blocker: 'student.rule-unmet', set }
  if (standing.needsModeration && !standing.moderation) return { blocker: 'student.moderation-open', set }
  return { blocker: undefined, set }
}

export async function saveReopening(tx: Tx, row: ReopeningRow): Promise<void> {
  await tx.insert(scoringReopenings).values(row)
}

export async function saveModeration(tx: Tx, row: ModerationRow): Promise<void> {
  await tx.insert(scoringModerations).values(row)
}
