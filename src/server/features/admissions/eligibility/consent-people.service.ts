import { actsOf } from '#server/features/consents/acts.service.ts'
import { faceAsksOf, type PaperGuardian } from '#server/features/consents/on-paper.service.ts'
import { asksAbout } from '#server/features/consents/open-asks.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { seePupilAccount } from '#server/features/pos/accounts/see-account.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { TwoScripts } from '#shared/letters/letter-values.rules.ts'
import { liveOffer, signersOf } from '../offers/offer-read.service.ts'
import { signersFor } from '../offers/student-signers.service.ts'
import { guardianNames } from './guardian-names.rules.ts'
import { aboutChild, fold, isOf } from './student-consent.policy.ts'

type FamilyAsk = Awaited<ReturnType<typeof asksAbout>>[number]
type FaceAsk = Awaited<ReturnType<typeof faceAsksOf>>[number]
type Acts = Awaited<ReturnType<typeof actsOf>>

/** Somebody who may be asked about a child, with what they were asked and what they have decided. */
interface ConsentPerson extends PaperGuardian {
  /** As the file's guardians are called; null in a script that is not known. */
  inScripts: TwoScripts
  family: FamilyAsk[]
  faces: FaceAsk[]
  /** The earliest first. */
  acts: Acts
}

interface ConsentPeople {
  people: ConsentPerson[]
  /** The account by which the pupil pays, while it is open. */
  customerId: CustomerId | null
}

/** Who signs for a child, by its record or its offer, and whoever else was asked about it. */
export async function consentPeople(tx: Tx, student: Student): Promise<ConsentPeople> {
  const { schoolId, id, submissionId } = student
  const account = await seePupilAccount(tx, schoolId, id)
  const customerId = account?.state === 'open' ? account.customerId : null
  const isAbout = await aboutChild(tx, student)
  const family = (await asksAbout(tx, student)).filter(
    ({ studentId, subject }) => studentId === id || (studentId === null && isAbout(subject)),
  )
  const faces = customerId === null ? [] : await faceAsksOf(tx, schoolId, customerId)
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const offer = await liveOffer(tx, schoolId, id)
  const offered = offer ? await signersOf(tx, offer) : []
  const signers = oncePerson(offered, await signersFor(tx, student, form?.row.answers))
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

/** Who signs the offer, and whoever else the record names; a name that is written otherwise there is still one person. */
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
