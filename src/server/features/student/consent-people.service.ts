import { actsOf } from '#server/features/consent/acts.service.ts'
import { faceAsksOf, type PaperGuardian } from '#server/features/consent/on-paper.service.ts'
import { asksAbout } from '#server/features/consent/open-asks.service.ts'
import { seePupilAccount } from '#server/features/customer/see-account.service.ts'
import { findSubmission } from '#server/features/form/submission.service.ts'
import { liveOffer, signersOf } from '#server/features/offer/offer-read.service.ts'
import { guardiansOf } from '#server/features/student-record/guardian.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { FormGuardian } from '#shared/rules/form-guardians.rules.ts'
import { guardianNames } from '#shared/rules/guardian-names.rules.ts'
import type { TwoScripts } from '#shared/rules/letter-values.rules.ts'
import { aboutChild, fold, isOf } from './student-consent.policy.ts'
import { signersFor } from './student-signers.service.ts'
import type { Student } from './student.view.ts'

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
