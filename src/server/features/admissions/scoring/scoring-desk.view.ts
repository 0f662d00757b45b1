import type { z } from 'zod'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { StudentStatusFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Assessment, StudentScoring } from '#shared/admissions/assessment.contract.ts'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { itemsFor, totalOf } from '#shared/admissions/scoring.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { type AssessmentRow, resultOf, type Standing } from './scoring.service.ts'
import { type SetRow, setById } from './scoring-set.service.ts'

type Staff = ReadonlyMap<UserId, Person>

const colleague = (userId: UserId, staff: Staff) => ({ userId, name: staff.get(userId)?.name ?? { en: '–', ar: '–' } })

export const scoringSetView = (
  { id, entryYear, grade, version, body, setBy, setAt }: SetRow,
  staff: Staff,
): z.input<typeof ScoringSet> => ({ id, entryYear, grade, version, body, by: colleague(setBy, staff), at: setAt })

/** Returns whether scoring is locked: a seat was offered, or the file is closed. */
export function isLocked({ status, heldFrom }: Pick<StudentStatusFacts, 'status' | 'heldFrom'>): boolean {
  const at = status === 'on-hold' ? (heldFrom ?? 'shortlisted') : status
  return at !== 'new' && at !== 'shortlisted' && at !== 'waiting'
}

/**
 * Returns whether a person may see this assessment: their own, or when all are in. A second scorer sees nothing of the first
 * before both are in.
 */
const isShown = ({ byUser }: AssessmentRow, { needsModeration, set }: Standing, userId: UserId): boolean =>
  byUser === userId || needsModeration !== null || set === undefined

/** Returns the scoring of a student, as this person may see it. */
export async function scoringView(
  tx: Tx,
  { session }: SessionCtx,
  student: StudentStatusFacts,
  standing: Standing,
): Promise<z.input<typeof StudentScoring>> {
  const { kind, roles, user } = session
  const { set, all, counted, moderation } = standing
  const staff = await findPeople(tx, student.schoolId, [
    ...all.flatMap(({ row, reopening }) => [row.byUser, ...(reopening ? [reopening.byUser] : [])]),
    ...(moderation ? [moderation.byUser] : []),
    ...(set ? [set.setBy] : []),
  ])
  const locked = isLocked(student)
  const isOpen = set !== undefined && !locked
  const isOwnIn = counted.some(({ byUser }) => byUser === user.userId)
  const mine = set ? itemsFor(set.body.items, roles) : []
  const sets = new Map(set ? [[set.id, set]] : [])
  for (const { row } of all) {
    const other = sets.has(row.setId) ? undefined : await setById(tx, student.schoolId, row.setId)
    if (other) sets.set(other.id, other)
  }
  const isApart = standing.needsModeration
  const result = resultOf(standing)
  return {
    student_id: student.id,
    set: set ? scoringSetView(set, staff) : null,
    isLocked: locked,
    maySubmit:
      isOpen && isApart === null && !isOwnIn && mine.length > 0 && hasScopedPermission(kind, roles, 'scoring.score'),
    mayReopen: !locked && hasScopedPermission(kind, roles, 'scoring.reopen'),
    mayModerate:
      isOpen && isApart === true && !moderation && !isOwnIn && hasScopedPermission(kind, roles, 'scoring.moderate'),
    assessments: all.map(({ row, reopening }): z.input<typeof Assessment> => {
      const by = sets.get(row.setId)
      return {
        id: row.id,
        by: colleague(row.byUser, staff),
        submittedAt: row.submittedAt,
        device: row.device,
        reopened: reopening
          ? { reason: reopening.reason, by: colleague(reopening.byUser, staff), at: reopening.at }
          : null,
        found: by && isShown(row, standing, user.userId) ? resultView(row, by) : null,
      }
    }),
    needsModeration: isApart,
    moderation: moderation
      ? {
          takes: moderation.takes,
          recommendation: moderation.recommendation,
          reason: moderation.reason,
          by: colleague(moderation.byUser, staff),
          at: moderation.at,
        }
      : null,
    result,
  }
}

const resultView = (row: AssessmentRow, { body }: SetRow) => ({
  answers: row.answers,
  evidence: row.evidence,
  unmet: row.unmet,
  recommendation: row.recommendation,
  conditions: row.conditions,
  note: row.note,
  total: totalOf(body.items, row.answers),
})
