import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/auth/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OpenMove, studentData } from '#shared/contract/student.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type Mover, movesFrom } from '#shared/rules/student-moves.rules.ts'
import { studentChanges, students } from './student.table.ts'
import { colleague, type Staff, type Student, studentRow } from './student.view.ts'
import { hindrancesOf } from './student-guard.policy.ts'
import { openProposals } from './student-proposal.service.ts'

/** Everything of one student, with the steps that these movers may take. @throws AppError request.not-found */
export async function readFile(
  tx: Tx,
  { schoolId, id, movers }: { schoolId: string; id: string; movers: readonly Mover[] },
): Promise<z.input<typeof studentData.reply>> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  if (!student) throw new AppError('request.not-found')
  const history = await tx
    .select()
    .from(studentChanges)
    .where(and(eq(studentChanges.schoolId, schoolId), eq(studentChanges.studentId, id)))
    .orderBy(studentChanges.revision)
  const proposals = await openProposals(tx, student)
  const staff = await findPeople(tx, schoolId, [
    ...(student.ownerId ? [student.ownerId] : []),
    ...history.flatMap(({ byUser, approvedBy }) => [byUser ?? [], approvedBy ?? []].flat()),
    ...proposals.map(({ byUser }) => byUser),
  ])
  return {
    student: studentRow(student, staff),
    submissionId: student.submissionId,
    history: history.map((row) => changeSeen(row, staff)),
    moves: await openMoves(tx, student, movers, proposals),
    proposals: proposals.map(({ id: proposalId, toStatus, outcome, byUser, reason, recordedAt }) => ({
      id: proposalId,
      to: toStatus,
      outcome,
      by: colleague(byUser, staff),
      reason,
      at: recordedAt,
    })),
  }
}

const changeSeen = (row: typeof studentChanges.$inferSelect, staff: Staff) => ({
  id: row.id,
  from: row.fromStatus,
  to: row.toStatus,
  outcome: row.outcome,
  mover: row.mover,
  by: row.byUser && colleague(row.byUser, staff),
  approvedBy: row.approvedBy && colleague(row.approvedBy, staff),
  reason: row.reason,
  note: row.note,
  decidedAt: row.decidedAt,
  recordedAt: row.recordedAt,
})

type Proposal = Awaited<ReturnType<typeof openProposals>>[number]

function openMoves(
  tx: Tx,
  student: Student,
  movers: readonly Mover[],
  proposals: readonly Proposal[],
): Promise<z.input<typeof OpenMove>[]> {
  const open = movesFrom(student.status, student.heldFrom).filter(({ by }) => by.some((each) => movers.includes(each)))
  return Promise.all(
    open.map(async ({ to, outcome = null, says = [], approval, ...move }) => {
      const isProposed = proposals.some((each) => each.toStatus === to && each.outcome === outcome)
      const hindrances: MessageId[] = await hindrancesOf(tx, student, move)
      return {
        to,
        outcome,
        says: [...says],
        needsApproval: approval !== undefined,
        hindrances: isProposed ? [...hindrances, 'student.proposed'] : hindrances,
      }
    }),
  )
}
