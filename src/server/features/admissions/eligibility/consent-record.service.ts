import type { z } from 'zod'
import { noteAct } from '#server/features/audit/audit.service.ts'
import { writeDownPaper } from '#server/features/consents/on-paper.service.ts'
import { currentWordings } from '#server/features/consents/wording.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import { findStudentRow } from '#server/features/students/student-related.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose, standingOf } from '#shared/consents/consent.rules.ts'
import type { PaperConsent, studentConsents } from '#shared/consents/consent-paper.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { childNames } from '../file/student-place.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { requireConsentScan } from '../offers/offer-scan.service.ts'
import type { DeskActor } from '../transitions/actor.service.ts'
import { consentPeople } from './consent-people.service.ts'
import { fold } from './student-consent.policy.ts'

/** Who may be asked about a child, how each stands, and what there is to decide. @throws AppError request.not-found */
export async function consentsSeen(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<z.input<typeof studentConsents.reply>> {
  const student = await findStudentRow(tx, schoolId, studentId)
  if (!student) throw new AppError('request.not-found')
  const { people, customerId } = await consentPeople(tx, student)
  const users = people.flatMap(({ acts }) => acts.flatMap(({ byUser }) => byUser ?? []))
  const staff = await findPeople(tx, schoolId, users)
  const wordings = (await currentWordings(tx, schoolId)).filter(
    ({ isOffered, purpose }) => isOffered && (purpose !== facesPurpose || customerId !== null),
  )
  return {
    wordings: wordings.map(({ isOffered: _isOffered, ...wording }) => wording),
    people: people.map(({ name, inScripts, email, language, maySign, acts }) => ({
      name,
      nameLatin: inScripts.latin,
      nameArabic: inScripts.arabic,
      email,
      language,
      maySign,
      lastActId: acts.at(-1)?.id ?? null,
      standing: standingOf(acts),
      papers: acts
        .flatMap(({ id, decidedAt: at, byUser, scanId }) =>
          byUser === null ? [] : [{ id, at, by: colleague(byUser, staff), scanId }],
        )
        .toReversed(),
    })),
  }
}

/**
 * Writes down what a guardian has answered on paper. Refused where something was decided that whoever writes has not seen.
 * @throws AppError student.changed, and as `writeDownPaper` and `requireConsentScan`
 */
export async function recordConsents(
  tx: Tx,
  by: DeskActor,
  student: Student,
  { commandId, guardian: named, seen, ...said }: PaperConsent & { commandId: string },
): Promise<Student> {
  const { schoolId, id: studentId, submissionId } = student
  const { people, customerId } = await consentPeople(tx, student)
  const guardian = people.find(
    ({ name, email }) => fold(name) === fold(named.name) && fold(email) === fold(named.email),
  )
  if (!guardian) throw new AppError('request.invalid', { field: 'change.guardian' })
  if ((guardian.acts.at(-1)?.id ?? null) !== seen) throw new AppError('student.changed')
  const scan = said.scanId === null ? undefined : await requireConsentScan(tx, { schoolId, studentId }, said.scanId)
  const { userId: byUser, today, nowMs, random, mail, consentEffects: effects } = by
  const subject = childNames(student)[guardian.language]
  const requestIds = { family: answeredBy(guardian.family), faces: answeredBy(guardian.faces) }
  const of = { schoolId, id: commandId, studentId, submissionId, customerId, subject, guardian, requestIds, said }
  await writeDownPaper(tx, { ...of, today, nowMs, random, mail, byUser, effects })
  const agreed = said.answers.filter(({ agrees }) => agrees).length
  const facts = { agreed, declined: said.answers.length - agreed, format: scan?.kind ?? '' }
  await noteAct(tx, mail, 'consent-paper', { about: studentId, by: byUser, facts })
  return updateStudent(tx, student, {})
}

/** The request that waits for an answer, or else the last; one whose link staff have ended is none. */
function answeredBy(
  asks: readonly { id: string; answeredAt: string | null; revokedAt: string | null }[],
): string | undefined {
  const open = asks.filter(({ revokedAt }) => revokedAt === null)
  return (open.find(({ answeredAt }) => answeredAt === null) ?? open.at(-1))?.id
}
