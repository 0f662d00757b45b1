import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { closePupilAccount, settleAccount } from '#server/features/pos/accounts/close-account.service.ts'
import { openPupilAccount, updateAllergens } from '#server/features/pos/accounts/pupil-account.service.ts'
import { readPupilAccount } from '#server/features/pos/accounts/see-account.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AccountSettled } from '#shared/admissions/student-change.contract.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import { childNames, filesOfChild } from '../file/student-place.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { activeOffer } from '../offers/offer-read.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { Actor, StaffActor } from '../transitions/actor.service.ts'
import { allergensNamed, allergiesStated, hasMoreText, mentionsAllergies } from './allergen-words.rules.ts'

interface Taken {
  before: Student
  after: Student
  byUser: UserId | null
}

/**
 * Opens the pupil's account at the tills with a confirmed place, and closes it when the place is given up, in the transaction of
 * the transition. Runs last: it takes a version, for which every till of the school waits.
 */
export async function applyAccountEffect(tx: Tx, by: Actor, { before, after, byUser }: Taken): Promise<void> {
  const { schoolId, id: studentId } = after
  if (after.status === 'confirmed') {
    const how = await openPupilAccount(
      tx,
      by,
      await joiningOf(tx, after, businessDay(by.nowMs, by.mail.school.timeZone, 0)),
    )
    if (how)
      await recordAuditEvent(tx, by.mail, 'till-account-opened', { about: studentId, by: byUser, facts: { how } })
  } else if (before.status === 'confirmed') {
    const how = await closePupilAccount(tx, { ...by, schoolId }, studentId)
    if (how)
      await recordAuditEvent(tx, by.mail, 'till-account-closed', { about: studentId, by: byUser, facts: { how } })
  }
}

async function joiningOf(tx: Tx, student: Student, today: Day) {
  const { schoolId, id: studentId, reference, entryYear, grade, birthDate } = student
  const { rules } = await readRules(tx, schoolId)
  const said = (await saidOf(tx, student)).said ?? ''
  const startOn = (await activeOffer(tx, schoolId, studentId))?.terms.startOn
  const isLater = rules.accountFromFirstDay && startOn !== undefined && startOn > today
  return {
    studentId,
    files: await filesOfChild(tx, student),
    reference,
    numbering: rules.pupilNumbers,
    year: entryYear ?? 0,
    // The school assigns the section later: until then the grade serves as the class.
    pupil: { name: childNames(student), className: grade ?? '', birthDate, allergens: allergensNamed(said) },
    buysFrom: isLater ? startOn : null,
    isUnread: hasMoreText(said),
  }
}

/** Returns whether the family was asked for allergies, and its own text: no till ever gets it. */
async function saidOf(tx: Tx, { schoolId, submissionId, place }: Student) {
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  if (!form || !mentionsAllergies(form.definition)) return { isAsked: false, said: null }
  return { isAsked: true, said: allergiesStated(form.definition, form.row.answers, place ?? 0) }
}

interface Seer {
  seesSensitive: boolean
  seesAccounts: boolean
}

/** Returns the till account of a joined pupil; the family's text on allergies only for readers who may see health data. */
export async function accountView(
  tx: Tx,
  student: Student,
  { seesSensitive, seesAccounts }: Seer,
): Promise<Pick<z.input<typeof studentData.reply>, 'account'>> {
  const account = await readPupilAccount(tx, student.schoolId, student.id)
  if (!account) return { account: null }
  const { allergens, isUnread, balance, ...rest } = account
  const warns = seesSensitive ? { told: allergens, isUnread, ...(await saidOf(tx, student)) } : null
  return { account: { ...rest, balance: seesAccounts ? balance : null, allergens: warns } }
}

/** What the tills warn of, as somebody says who may read what the family wrote. @throws AppError request.not-found */
export async function setAllergens(
  tx: Tx,
  by: StaffActor,
  student: Student,
  allergens: readonly Allergen[],
): Promise<Student> {
  const changed = await updateStudent(tx, student, {})
  const facts = { count: allergens.length }
  await recordAuditEvent(tx, by.mail, 'till-allergens-set', { about: student.id, by: by.userId, facts })
  await updateAllergens(tx, by, student.id, allergens)
  return changed
}

/** Finance has settled what was on the account of a place that was given up. @throws AppError request.not-found, student.changed */
export async function settlePupilAccount(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { balance, method, commandId }: AccountSettled & { commandId: string },
): Promise<Student> {
  const changed = await updateStudent(tx, student, {})
  await recordAuditEvent(tx, by.mail, 'till-account-settled', { about: student.id, by: by.userId, facts: { method } })
  await settleAccount(tx, by, { studentId: student.id, balance, sourceId: commandId })
  return changed
}
