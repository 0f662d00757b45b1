import { familyPurposes } from '#server/features/consents/ask-at-once.service.ts'
import { type Ask, asksAbout } from '#server/features/consents/open-asks.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { aboutChild, isOf } from '../eligibility/student-consent.policy.ts'
import { hasOpenForms } from '../eligibility/student-forms.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { liveOffer, type Offer, type Signer, signedAt, signersOf, wholeOffer } from './offer-read.service.ts'

/** What is known of the child whose offer is accepted. */
export type Accepted = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'nameLatin' | 'nameArabic' | 'grade'>

/** How far a signer has come with the consent form: nobody has answered who has no `ask` that was. */
interface Consent {
  signer: Signer
  isAnswered: boolean
  /** The request that waits for them, where there is one. */
  waitingId: string | undefined
}

/**
 * The consent form of everybody who signs an offer, in their order; null where this school does not ask for it first, or has
 * nothing to ask. It is answered also by whoever refuses everything.
 */
export async function consentsFirst(tx: Tx, child: Accepted, offer: Offer): Promise<Consent[] | null> {
  const { rules } = await readRules(tx, child.schoolId)
  if (!rules.consentsFirst || (await familyPurposes(tx, child.schoolId)).length === 0) return null
  const isAbout = await aboutChild(tx, child)
  const asks = (await asksAbout(tx, child)).filter(
    ({ studentId, subject }) => studentId === child.id || (studentId === null && isAbout(subject)),
  )
  const signers = await signersOf(tx, offer)
  return signers.map((signer) => {
    const own = asks.filter((ask) => isOf(ask, signer, signers))
    const isAnswered = own.some(({ answeredAt }) => answeredAt !== null)
    return { signer, isAnswered, waitingId: own.find(isWaiting)?.id }
  })
}

/** One whose link staff have ended waits for nobody: another is asked for in its place. */
const isWaiting = ({ answeredAt, revokedAt }: Ask): boolean => answeredAt === null && revokedAt === null

/**
 * What stands against this signature: a form that the school asks for first; their own consent form, and before the last signature,
 * which accepts, everybody's.
 */
export const signatureBlocker = async (
  tx: Tx,
  child: Accepted,
  offer: Offer,
  signerId: string,
): Promise<MessageId | undefined> =>
  (await hasOpenForms(tx, child)) ? 'offer.forms-open' : consentsBlocker(tx, child, offer, signerId)

/** What stands against this signature by the consent form alone. */
export async function consentsBlocker(
  tx: Tx,
  child: Accepted,
  offer: Offer,
  signerId: string,
): Promise<MessageId | undefined> {
  const open = (await consentsFirst(tx, child, offer))?.filter(({ isAnswered }) => !isAnswered) ?? []
  if (open.length === 0) return undefined
  const { signers, answers } = await wholeOffer(tx, offer)
  const isLast = signers.every(({ id }) => id === signerId || signedAt(id, answers) !== null)
  return isLast || open.some(({ signer }) => signer.id === signerId) ? 'offer.forms-open' : undefined
}

/** What stands against accepting as a whole. */
export async function acceptanceBlocker(tx: Tx, child: Accepted, offer: Offer): Promise<MessageId | undefined> {
  if (await hasOpenForms(tx, child)) return 'offer.forms-open'
  const consents = (await consentsFirst(tx, child, offer)) ?? []
  return consents.every(({ isAnswered }) => isAnswered) ? undefined : 'offer.forms-open'
}

/** Ids of those who have to answer the consent form before the offer that is out may be accepted. */
export async function consentsOpen(tx: Tx, child: Accepted): Promise<ReadonlySet<string>> {
  const offer = await liveOffer(tx, child.schoolId, child.id)
  if (!offer || !isAnswerable(offer.state)) return new Set()
  const consents = (await consentsFirst(tx, child, offer)) ?? []
  return new Set(consents.flatMap(({ signer, isAnswered }) => (isAnswered ? [] : [signer.id])))
}
