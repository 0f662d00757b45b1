import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { FormalitySaid } from '#shared/admissions/student-change.contract.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Formality, formalities } from '#shared/students/formality.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { activeOffer, type Offer } from '../offers/offer-read.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { studentFormalities } from './student-formality.table.ts'

type Row = typeof studentFormalities.$inferSelect

/** Returns all recorded formalities of a student, the earliest first. */
export const formalityRows = (tx: Tx, schoolId: string, studentId: string): Promise<Row[]> =>
  tx
    .select()
    .from(studentFormalities)
    .where(and(eq(studentFormalities.schoolId, schoolId), eq(studentFormalities.studentId, studentId)))
    .orderBy(asc(studentFormalities.revision))

const isNeeded = (rules: AdmissionRules, formality: Formality): boolean =>
  formality === 'contract' ? rules.needsContract : rules.needsRegistration

/** Returns the current record of one kind for an offer. */
export const standing = (rows: readonly Row[], offer: Offer | undefined, formality: Formality): Row | undefined => {
  const last = rows.filter((row) => row.offerId === offer?.id && row.formality === formality).at(-1)
  return last?.doneOn ? last : undefined
}

const missing: Record<Formality, MessageId> = {
  contract: 'student.contract-open',
  registration: 'student.register-open',
}

/** Returns the blocker of confirming a place where the school requires the formalities. */
export async function formalityBlocker(
  tx: Tx,
  { schoolId, id }: Student,
  formality: Formality,
): Promise<MessageId | undefined> {
  const { rules } = await readRules(tx, schoolId)
  if (!isNeeded(rules, formality)) return undefined
  const offer = await activeOffer(tx, schoolId, id)
  return standing(await formalityRows(tx, schoolId, id), offer, formality) ? undefined : missing[formality]
}

type View = Pick<z.input<typeof studentData.reply>, 'formalities'>

/** Returns the formalities required before the place is confirmed, with their records: after an offer is accepted. */
export async function formalityViews(tx: Tx, { schoolId, id }: Student): Promise<View> {
  const offer = await activeOffer(tx, schoolId, id)
  if (offer?.state !== 'accepted') return { formalities: [] }
  const { rules } = await readRules(tx, schoolId)
  const rows = await formalityRows(tx, schoolId, id)
  const staff = await findPeople(
    tx,
    schoolId,
    rows.map(({ byUser }) => byUser),
  )
  const all = formalities.map((formality) => {
    const row = standing(rows, offer, formality)
    const { doneOn = null, number = null } = row ?? {}
    const recorded =
      row && doneOn !== null ? { on: doneOn, number, by: colleague(row.byUser, staff), at: row.at } : null
    return { formality, isNeeded: isNeeded(rules, formality), recorded }
  })
  return { formalities: all.filter((each) => each.isNeeded || each.recorded !== null) }
}

/**
 * Writes down that it was done, corrects that, or takes it back; of the offer that was accepted.
 * @throws AppError student.no-live-offer, request.invalid
 */
export async function recordFormality(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, formality, on, number }: FormalitySaid & { commandId: string },
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const offer = await activeOffer(tx, schoolId, studentId)
  if (offer?.state !== 'accepted') throw new AppError('student.no-live-offer')
  const before = standing(await formalityRows(tx, schoolId, studentId), offer, formality)
  // A confirmed place rests on it: it may be corrected, not removed.
  const isUnwritable = on === null && (!before || student.status === 'confirmed')
  if (isUnwritable || (on !== null && on > by.today)) throw new AppError('request.invalid', { field: 'change.on' })
  const changed = await updateStudent(tx, student, {})
  await tx.insert(studentFormalities).values({
    schoolId,
    id: commandId,
    studentId,
    offerId: offer.id,
    formality,
    doneOn: on,
    number: on === null ? null : number || null,
    revision: changed.revision,
    byUser: by.userId,
    at: toInstant(by.nowMs),
  })
  const facts = { formality, state: on === null ? 'taken-back' : 'recorded' }
  await recordAuditEvent(tx, by.mail, 'formality-recorded', { about: studentId, by: by.userId, facts })
  return changed
}
