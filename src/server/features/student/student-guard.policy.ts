import type { Tx } from '#server/kernel/db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Guard, StatusMove } from '#shared/rules/student-moves.rules.ts'
import type { Student } from './student.view.ts'

/** What stands against it, as the message that says what to do; nothing when it is so. Asked in the step's own transaction. */
type Check = (student: Student, tx: Tx) => Promise<MessageId | undefined> | MessageId | undefined

/** What is not kept here yet cannot be so: nobody is offered a seat that is not counted, or booked without money seen. */
const checks: Record<Guard, Check> = {
  'application-submitted': ({ origin, submissionId }) =>
    origin === 'import' || submissionId !== null ? undefined : 'student.not-submitted',
  'age-judged': ({ birthDate, grade, entryYear }) =>
    birthDate === null || grade === null || entryYear === null ? 'student.age-unknown' : undefined,
  'criteria-settled': () => 'student.criteria-open',
  'no-other-offer': () => 'student.seats-uncounted',
  'offer-live': () => 'student.no-live-offer',
  'offer-expired': () => 'student.offer-runs',
  'signers-done': () => 'student.signature-missing',
  'money-received': () => 'student.money-missing',
  'documents-settled': () => 'student.documents-open',
  'consents-answered': () => 'student.consents-open',
  'before-first-day': () => 'student.after-first-day',
}

/** Everything that stands against a step as yet. */
export async function hindrancesOf(
  tx: Tx,
  student: Student,
  { guards = [] }: Pick<StatusMove, 'guards'>,
): Promise<MessageId[]> {
  const found: MessageId[] = []
  for (const guard of guards) {
    const hindrance = await checks[guard](student, tx)
    if (hindrance) found.push(hindrance)
  }
  return found
}
