import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { actsOf } from '#server/features/consents/acts.service.ts'
import { requestsForStudent } from '#server/features/consents/open-requests.service.ts'
import { faceRequestsOf, type PaperGuardian, writeDownPaper } from '#server/features/consents/paper-consent.service.ts'
import { currentWordings, renewalsOf } from '#server/features/consents/wording.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readPupilAccount } from '#server/features/pos/accounts/see-account.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import { colleague, type Student } from '#server/features/students/student.view.ts'
import { findStudentRow } from '#server/features/students/student-related.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose, holdingOn, standingOf } from '#shared/consents/consent.rules.ts'
import type { PaperConsent, studentConsents } from '#shared/consents/consent-paper.contract.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { TwoScripts } from '#shared/letters/letter-values.rules.ts'
import { childNames } from '../file/student-place.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { activeOffer, signersOf } from '../offers/offer-read.service.ts'
import { requireConsentScan } from '../offers/offer-scan.service.ts'
import { signersFor } from '../offers/student-signers.service.ts'
import type { DeskActor } from '../transitions/actor.service.ts'
import { guardianNames } from './guardian-names.rules.ts'
import { aboutChild, fold, isOf } from './student-consent.policy.ts'

/** Returns the people who may be asked about a child, their consents, and what is open. @throws AppError request.not-found */
export async function consentViews(
  tx: Tx,
  schoolId: string,
  studentId: string,
  today: Day,
): Promise<z.input<typeof studentConsents.reply>> {
  const student = await findStudentRow(tx, schoolId, studentId)
  if (!student) throw new AppError('request.not-found')
  const { people, customerId } = await consentPeople(tx, student)
  const users = people.flatMap(({ acts }) => acts.flatMap(({ byUser }) => byUser ?? []))
  const staff = await findPeople(tx, schoolId, users)
  const renewals = await renewalsOf(tx, schoolId)
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
      standing: holdingOn(standingOf(acts), renewals, today),
      papers: acts
        .flatMap(({ id, decidedAt: at, byUser, scanId }) =>
          byUser === null ? [] : [{ id, at, by: colleague(byUser, staff), scanId }],
        )
        .toReversed(),
    })),
  }
}

/**
 * Writes down what a guardian has answered on paper. Refused where something was decided that the person who writes has not seen.
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
  await recordAuditEvent(tx, mail, 'consent-paper', { about: studentId, by: byUser, facts })
  return updateStudent(tx, student, {})
}

/** Returns the pending request, or else the last; one whose link staff have ended does not count. */
function answeredBy(
  asks: readonly { id: string; answeredAt: string | null; revokedAt: string | null }[],
): string | undefined {
  const open = asks.filter(({ revokedAt }) => revokedAt === null)
  return (open.find(({ answeredAt }) => answeredAt === null) ?? open.at(-1))?.id
}

type FamilyAsk = Awaited<ReturnType<typeof requestsForStudent>>[number]
type FaceAsk = Awaited<ReturnType<typeof faceRequestsOf>>[number]
type Acts = Awaited<ReturnType<typeof actsOf>>

/** Person who may be asked about a child, with requests and decisions. */
interface ConsentPerson extends PaperGuardian {
  /** Name as in the file's guardians; null in an unknown script. */
  inScripts: TwoScripts
  family: FamilyAsk[]
  faces: FaceAsk[]
  /** The earliest first. */
  acts: Acts
}

interface ConsentPeople {
  people: ConsentPerson[]
  /** Pupil account, while it is open. */
  customerId: CustomerId | null
}

/** Returns the signers of a child, by its record or its offer, and everyone else asked about it. */
export async function consentPeople(tx: Tx, student: Student): Promise<ConsentPeople> {
  const { schoolId, id, submissionId } = student
  const account = await readPupilAccount(tx, schoolId, id)
  const customerId = account?.state === 'open' ? account.customerId : null
  const isAbout = await aboutChild(tx, student)
  const family = (await requestsForStudent(tx, student)).filter(
    ({ studentId, subject }) => studentId === id || (studentId === null && isAbout(subject)),
  )
  const faces = customerId === null ? [] : await faceRequestsOf(tx, schoolId, customerId)
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const offer = await activeOffer(tx, schoolId, id)
  const offered = offer ? await signersOf(tx, offer) : []
  const signers = oncePerson(offered, await signersFor(tx, student, form))
  const named = signers.map(({ name, email, language }): PaperGuardian => ({ name, email, language, maySign: true }))
  for (const ask of family) {
    const { guardian: name, email, language } = ask
    if (!named.some((person) => isOf(ask, person, named))) named.push({ name, email, language, maySign: false })
  }
  const guardians = await guardiansOf(tx, schoolId, id)
  const people: ConsentPerson[] = []
  for (const person of named) {
    const own = family.filter((ask) => isOf(ask, person, named))
    const ofFace = faces.filter((ask) => isOf(ask, person, named))
    const acts = await actsOf(
      tx,
      schoolId,
      [...own, ...ofFace].map((ask) => ask.id),
    )
    const inScripts = guardianNames(person, guardians)
    people.push({ ...person, inScripts, family: own, faces: ofFace, acts: acts.filter(({ counts }) => counts) })
  }
  return { people, customerId }
}

/** Returns the offer's signers and other guardians on record, each once despite different spellings of a name. */
function oncePerson<P extends { name: string; email: string }>(
  offered: readonly P[],
  recorded: readonly FormGuardian[],
) {
  const sharing = (email: string) => recorded.filter((each) => fold(each.email) === fold(email)).length
  const isThere = ({ name, email }: FormGuardian) =>
    offered.some(
      (each) =>
        fold(each.email) === fold(email) && (fold(each.name) === fold(name) || (email !== '' && sharing(email) === 1)),
    )
  return [...offered, ...recorded.filter((each) => !isThere(each))]
}
