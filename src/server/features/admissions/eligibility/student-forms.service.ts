import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type FormLink, formLinksOf } from '#server/features/forms/criteria/of-student.service.ts'
import { formsNamed } from '#server/features/forms/form.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import type { FormSlug } from '#shared/forms/form.contract.ts'
import { formsRequiredOf, type RequiredFormState, requiredFormState } from '#shared/forms/required-forms.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { activeOffer, hasSignature } from '../offers/offer-read.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { aboutChild, fold } from './student-consent.policy.ts'
import { studentFormWaivers } from './student-form-waiver.table.ts'

type Child = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'nameLatin' | 'nameArabic' | 'grade'>
type Waiver = typeof studentFormWaivers.$inferSelect

/** Form required before this student's place is accepted. */
export interface RequiredForm {
  slug: FormSlug
  title: Bilingual
  state: RequiredFormState
  /** Every link to it made for this child. */
  links: FormLink[]
  /** Current waiver, with reason. */
  waiver: Waiver | undefined
  /** Current withdrawal of a waiver, with reason. */
  takenBack: Waiver | undefined
}

/**
 * Returns the forms required by the school's rules before this student's place is accepted, in order. Once for the child,
 * whichever family member answers, under any version of the form.
 */
export async function requiredForms(tx: Tx, child: Child): Promise<RequiredForm[]> {
  const { schoolId, id, grade } = child
  const { rules } = await readRules(tx, schoolId)
  const slugs = formsRequiredOf(rules.formsFirst, grade)
  if (slugs.length === 0) return []
  const named = await formsNamed(tx, schoolId, slugs)
  const isAbout = await aboutChild(tx, child)
  const links = (await formLinksOf(tx, child, slugs)).filter(
    ({ studentId, subject }) => studentId === id || (studentId === null && isAbout(subject)),
  )
  const waivers = await tx
    .select()
    .from(studentFormWaivers)
    .where(and(eq(studentFormWaivers.schoolId, schoolId), eq(studentFormWaivers.studentId, id)))
    .orderBy(asc(studentFormWaivers.at))
  return slugs.map((slug) => {
    const { title = { en: slug, ar: slug }, published } = named.get(slug) ?? {}
    const own = links.filter((link) => link.slug === slug)
    const said = waivers.filter((each) => each.slug === slug)
    const waiver = said.find(({ id: of, ends }) => ends === null && !said.some((each) => each.ends === of))
    const takenBack = waiver ? undefined : said.findLast(({ ends }) => ends !== null)
    const isDone = own.some(({ handedInAt }) => handedInAt !== null)
    const state = requiredFormState({ isDone, isWaived: !!waiver, published })
    return { slug, title, state, links: own, waiver, takenBack }
  })
}

/** Returns the link created by an earlier offer for this address; links emailed by staff exist beside it. */
export const startedFormLink = ({ links }: RequiredForm, address: string): FormLink | undefined =>
  links.findLast(
    ({ studentId, handedInAt, revokedAt, email }) =>
      studentId !== null && handedInAt === null && revokedAt === null && fold(email) === fold(address),
  )

/** Returns whether any of them is unanswered. */
export const hasOpenForms = async (tx: Tx, child: Child): Promise<boolean> =>
  (await requiredForms(tx, child)).some(({ state }) => state === 'open')

type View = Pick<z.input<typeof studentData.reply>, 'firstForms'>

/** Returns the required forms for staff: answers with time, and waivers with reason. */
export async function requiredFormsView(tx: Tx, child: Child): Promise<View> {
  const forms = await requiredForms(tx, child)
  const users = forms.flatMap(({ waiver, takenBack }) => [waiver?.byUser ?? [], takenBack?.byUser ?? []].flat())
  const staff = await findPeople(tx, child.schoolId, users)
  const told = ({ reason, byUser, at }: Waiver) => ({ reason, by: colleague(byUser, staff), at })
  return {
    firstForms: forms.map(({ slug, title, state, links, waiver, takenBack }) => ({
      slug,
      title,
      state,
      doneAt: links.flatMap(({ handedInAt }) => handedInAt ?? [])[0] ?? null,
      waiver: waiver && state === 'waived' ? told(waiver) : null,
      takenBack: takenBack && state !== 'done' ? told(takenBack) : null,
    })),
  }
}

interface FormWaiverAsked {
  commandId: string
  slug: FormSlug
  reason: string
}

/**
 * Does without a form for this student, with the reason why: it then hinders no signature, by link or on paper.
 * @throws AppError request.invalid where it is not to be answered
 */
export async function waiveForm(tx: Tx, by: StaffActor, student: Student, said: FormWaiverAsked): Promise<Student> {
  const isOpen = (await requiredForms(tx, student)).some(({ slug, state }) => slug === said.slug && state === 'open')
  if (!isOpen) throw new AppError('request.invalid', { field: 'change.slug' })
  await insertFormWaiver(tx, by, student, { ...said, ends: null })
  await recordAuditEvent(tx, by.mail, 'form-waived', { about: student.id, by: by.userId, facts: { form: said.slug } })
  return updateStudent(tx, student, {})
}

/**
 * Asks for a form after all that was done without; what was said before stays written. Not once somebody has signed, who was told
 * that nothing is missing.
 * @throws AppError request.invalid where it is not done without, student.offer-signed
 */
export async function withdrawFormWaiver(
  tx: Tx,
  by: StaffActor,
  student: Student,
  said: FormWaiverAsked,
): Promise<Student> {
  const form = (await requiredForms(tx, student)).find(({ slug, state }) => slug === said.slug && state === 'waived')
  if (!form?.waiver) throw new AppError('request.invalid', { field: 'change.slug' })
  const offer = await activeOffer(tx, student.schoolId, student.id)
  if (offer && (await hasSignature(tx, offer))) throw new AppError('student.offer-signed')
  await insertFormWaiver(tx, by, student, { ...said, ends: form.waiver.id })
  await recordAuditEvent(tx, by.mail, 'form-waiver-withdrawn', {
    about: student.id,
    by: by.userId,
    facts: { form: said.slug },
  })
  return updateStudent(tx, student, {})
}

const insertFormWaiver = (
  tx: Tx,
  { userId: byUser, nowMs }: StaffActor,
  { schoolId, id: studentId }: Student,
  { commandId: id, ...said }: FormWaiverAsked & { ends: string | null },
): Promise<unknown> =>
  tx.insert(studentFormWaivers).values({ schoolId, id, studentId, byUser, at: toInstant(nowMs), ...said })
