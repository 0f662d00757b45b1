import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { studentData } from '#shared/admissions/student.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type Formality, formalities } from '#shared/students/formality.rules.ts'
import { liveOffer, type Offer } from '../offers/offer-read.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { studentFormalities } from './student-formality.table.ts'

type Row = typeof studentFormalities.$inferSelect

/** Everything that was written down for a student, the first before the rest. */
export const formalityRows = (tx: Tx, schoolId: string, studentId: string): Promise<Row[]> =>
  tx
    .select()
    .from(studentFormalities)
    .where(and(eq(studentFormalities.schoolId, schoolId), eq(studentFormalities.studentId, studentId)))
    .orderBy(asc(studentFormalities.revision))

const isNeeded = (rules: AdmissionRules, formality: Formality): boolean =>
  formality === 'contract' ? rules.needsContract : rules.needsRegistration

/** What stands of one kind for an offer. */
export const standing = (rows: readonly Row[], offer: Offer | undefined, formality: Formality): Row | undefined => {
  const last = rows.filter((row) => row.offerId === offer?.id && row.formality === formality).at(-1)
  return last?.doneOn ? last : undefined
}

const missing: Record<Formality, MessageId> = {
  contract: 'student.contract-open',
  registration: 'student.register-open',
}

/** What stands against confirming a place where the school asks for this. */
export async function formalityBlocker(
  tx: Tx,
  { schoolId, id }: Student,
  formality: Formality,
): Promise<MessageId | undefined> {
  const { rules } = await readRules(tx, schoolId)
  if (!isNeeded(rules, formality)) return undefined
  const offer = await liveOffer(tx, schoolId, id)
  return standing(await formalityRows(tx, schoolId, id), offer, formality) ? undefined : missing[formality]
}

type Seen = Pick<z.input<typeof studentData.reply>, 'formalities'>

/** What has to be done before the place is confirmed, and what of it was: once an offer is accepted. */
export async function formalitiesSeen(tx: Tx, { schoolId, id }: Student): Promise<Seen> {
  const offer = await liveOffer(tx, schoolId, id)
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
