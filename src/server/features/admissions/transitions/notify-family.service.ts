import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { messageOfTransition } from '#shared/admissions/family-message.rules.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import { offersOf } from '../offers/offer-read.service.ts'
import { signersFor } from '../offers/student-signers.service.ts'
import type { Actor } from './actor.service.ts'

interface AppliedTransition {
  before: Student
  after: Student
  /** The row of its history. */
  changeId: string
  isNotifiedByOffer: boolean
}

type Notified = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'language'>

/** Plans the message about a transition, in its transaction; messages of earlier transitions that have not left never leave. */
export async function notifyFamilyOfTransition(
  tx: Tx,
  { schoolId, nowMs, random, mail }: Actor,
  { before, after, changeId, isNotifiedByOffer }: AppliedTransition,
): Promise<void> {
  const { familyMessages } = mail.deps
  const studentId = after.id
  const superseded = await familyMessages.supersede(tx, { schoolId, nowMs }, studentId)
  const transition = { from: before.status, to: after.status, outcome: after.outcome }
  const event = messageOfTransition({ ...transition, isNotifiedByOffer, superseded })
  if (!event) return
  const by = { schoolId, nowMs, random, origin: ownAddress(mail) }
  await familyMessages.plan(tx, by, { studentId, changeId, event, to: await guardiansToNotify(tx, after) })
}

/** Guardians who are notified about a child: those who may sign (`signersFor`), else the signers of the latest offer. No one else. */
export async function guardiansToNotify(tx: Tx, student: Notified): Promise<FormGuardian[]> {
  const { schoolId, submissionId } = student
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const named = (await signersFor(tx, student, form)).filter(({ email }) => email !== '')
  if (named.length > 0) return named
  const [latest] = await offersOf(tx, schoolId, student.id)
  return latest?.signers ?? []
}
