import { and, eq } from 'drizzle-orm'
import { studentProposals } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { endDrafts } from '../offers/offer.service.ts'
import type { Stepper } from './student-step.types.ts'

/** Another step was taken: what was proposed before is over, and so are its drafts but the one that is sent now. */
export async function overtake(tx: Tx, by: Stepper, student: Student, sending: string | null): Promise<void> {
  const over = await tx
    .update(studentProposals)
    .set({ state: 'overtaken', settledAt: toInstant(by.nowMs) })
    .where(
      and(
        eq(studentProposals.schoolId, by.schoolId),
        eq(studentProposals.studentId, student.id),
        eq(studentProposals.state, 'open'),
      ),
    )
    .returning({ offerId: studentProposals.offerId })
  const drafts = over.flatMap(({ offerId }) => offerId ?? []).filter((id) => id !== sending)
  await endDrafts(tx, by, drafts, 'superseded')
}
