import { familyPurposes } from '#server/features/consents/consent-request-now.service.ts'
import { type ConsentAsk, requestsForStudent } from '#server/features/consents/open-requests.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { aboutChild, isOf } from '../eligibility/student-consent.policy.ts'
import { hasOpenForms } from '../eligibility/student-forms.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { activeOffer, type Offer, type Signer, signedAt, signersOf, wholeOffer } from './offer-read.service.ts'

/** The child whose offer is to be accepted. */
export type Accepted = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'nameLatin' | 'nameArabic' | 'grade'>

/** Whether a signer has answered the consent form. */
interface Consent {
  signer: Signer
  isAnswered: boolean
  /** The request that waits for their answer, where there is one. */
  waitingId: string | undefined
}

/**
 * Returns the state of the consent form for every signer of an offer, in their order; null where the school does not require it
 * before signing, or asks for no consent. Refusing everything answers it too.
 */
export async function requiredConsents(tx: Tx, child: Accepted, offer: Offer): Promise<Consent[] | null> {
  const { rules } = await readRules(tx, child.schoolId)
  if (!rules.consentsFirst || (await familyPurposes(tx, child.schoolId)).length === 0) return null
  const isAbout = await aboutChild(tx, child)
  const asks = (await requestsForStudent(tx, child)).filter(
    ({ studentId, subject }) => studentId === child.id || (studentId === null && isAbout(subject)),
  )
  const signers = await signersOf(tx, offer)
  return signers.map((signer) => {
    const own = asks.filter((ask) => isOf(ask, signer, signers))
    const isAnswered = own.some(({ answeredAt }) => answeredAt !== null)
    return { signer, isAnswered, waitingId: own.find(isWaiting)?.id }
  })
}

/** A request whose link was revoked no longer waits: another takes its place. */
const isWaiting = ({ answeredAt, revokedAt }: ConsentAsk): boolean => answeredAt === null && revokedAt === null

/**
 * Returns the blocker of this signature: an open required form, the signer's own consent form, and before the last signature,
 * which accepts, everybody's.
 */
export const signatureBlocker = async (
  tx: Tx,
  child: Accepted,
  offer: Offer,
  signerId: string,
): Promise<MessageId | undefined> =>
  (await hasOpenForms(tx, child)) ? 'offer.forms-open' : consentsBlocker(tx, child, offer, signerId)

/** Returns the blocker of this signature by the consent form alone. */
export async function consentsBlocker(
  tx: Tx,
  child: Accepted,
  offer: Offer,
  signerId: string,
): Promise<MessageId | undefined> {
  const open = (await requiredConsents(tx, child, offer))?.filter(({ isAnswered }) => !isAnswered) ?? []
  if (open.length === 0) return undefined
  const { signers, answers } = await wholeOffer(tx, offer)
  const isLast = signers.every(({ id }) => id === signerId || signedAt(id, answers) !== null)
  return isLast || open.some(({ signer }) => signer.id === signerId) ? 'offer.forms-open' : undefined
}

/** Returns the blocker of the acceptance as a whole. */
export async function acceptanceBlocker(tx: Tx, child: Accepted, offer: Offer): Promise<MessageId | undefined> {
  if (await hasOpenForms(tx, child)) return 'offer.forms-open'
  const consents = (await requiredConsents(tx, child, offer)) ?? []
  return consents.every(({ isAnswered }) => isAnswered) ? undefined : 'offer.forms-open'
}

/** Returns the ids of the signers who have to answer the consent form before the open offer can be accepted. */
export async function consentsOpen(tx: Tx, child: Accepted): Promise<ReadonlySet<string>> {
  const offer = await activeOffer(tx, child.schoolId, child.id)
  if (!offer || !isAnswerable(offer.state)) return new Set()
  const consents = (await requiredConsents(tx, child, offer)) ?? []
  return new Set(consents.flatMap(({ signer, isAnswered }) => (isAnswered ? [] : [signer.id])))
}
