import type { z } from 'zod'
import { forPage } from '#server/features/letters/templates/letter-logo.service.ts'
import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import type { GuardianRow } from '#server/features/students/record/guardian.service.ts'
import type { OfferPage, offerPageStates } from '#shared/admissions/offers/offer-page.contract.ts'
import { offerTime } from '#shared/admissions/offers/offer-state.rules.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { offerLetter } from '../offer-letter.service.ts'
import { offerLetterData, type PageStudent } from '../offer-paper.service.ts'
import { type Offer, type Signer, signedAt, type WholeOffer } from '../offer-read.service.ts'

/** The required forms and consents, as the page shows them. */
export type RequiredSeen = Pick<NonNullable<z.input<typeof OfferPage>['offer']>, 'consents' | 'forms'>

type Page = z.input<typeof OfferPage>
type PageState = (typeof offerPageStates)[number]

interface View {
  whole: WholeOffer
  /** Whose link it is. */
  signer: Signer
  student: PageStudent
  guardians: readonly GuardianRow[]
  school: PaperSchool
  /** Of this offer, as it was issued last. */
  issued: ResolvedLetter | undefined
  /** The words in which it went out. */
  template: LetterTemplate
  /** How far what is asked for first has come. */
  first: RequiredSeen
}

interface When {
  nowMs: number
  graceMs: number
}

/** What a link shows: an offer only as long as there is one to read, and nothing about the child once it is over. */
export function offerPage(seen: View, when: When): Page {
  const { offer } = seen.whole
  const state = stateOf(seen, when)
  const frame = { state, letter: offer.terms.letter, language: seen.signer.language }
  if (!readable.has(state)) return { ...frame, student_data: null, offer: null }
  const { reference, nameLatin, nameArabic, grade, entryYear } = seen.student
  return {
    ...frame,
    student_data: {
      registration_id: reference,
      student_name: nameLatin,
      student_name_ar: nameArabic,
      grade,
      entryYear,
    },
    offer: offerView(seen),
  }
}

const readable: ReadonlySet<PageState> = new Set(['open', 'paused', 'signed', 'accepted', 'booked'])

function offerView(seen: View): Page['offer'] {
  const { offer, signers, answers } = seen.whole
  const { signer } = seen
  const { id, version, terms, expiresAt, sentAt, depositDueOn } = offer
  const signature = ({ id: signerId, name }: Signer) => ({ name, signedAt: signedAt(signerId, answers) })
  const asked = answers.find(
    ({ kind, refused, signerId }) => kind === 'more-time' && refused === null && signerId === signer.id,
  )
  return {
    id,
    version,
    terms,
    expiresAt,
    depositDueOn,
    document: letterOf(seen),
    sentAt: sentAt ?? offer.madeAt,
    you: signature(signer),
    others: signers.filter((each) => each.id !== signer.id).map(signature),
    askedForTime: asked?.at ?? null,
    ...seen.first,
  }
}

/**
 * The letter as it was issued. Between two signatures it is shown with those that there are; how somebody else has drawn their
 * name is not shown before everybody has signed.
 */
function letterOf({ whole, signer, student, guardians, school, issued, template }: View) {
  const { signers, answers } = whole
  const signed = signers.filter(({ id }) => signedAt(id, answers) !== null).length
  if (issued && (signed === 0 || signed === signers.length)) return forPage(issued)
  const showsSignature = ({ id }: Pick<Signer, 'id'>) => id === signer.id
  return offerLetter(template, offerLetterData({ whole, student, guardians, school, showsSignature }))
}

function stateOf({ whole: { offer, answers }, signer, student }: View, when: When): PageState {
  switch (offer.state) {
    case 'accepted':
      return student.isBooked ? 'booked' : 'accepted'
    case 'declined':
      return offer.acceptedAt === null ? 'declined' : 'withdrawn'
    case 'expired':
    case 'rescinded':
    case 'superseded':
      return offer.state
    case 'draft':
    case 'approved':
    case 'sent':
    case 'viewed': {
      const time = timeOf(offer, when)
      if (time === 'paused') return 'paused'
      if (time === 'over') return 'expired'
      return signedAt(signer.id, answers) === null ? 'open' : 'signed'
    }
  }
}

export const timeOf = ({ expiresAt, pausedAt }: Offer, { nowMs, graceMs }: When) =>
  offerTime(
    { expiresMs: fromInstant(expiresAt), graceMs, pausedMs: pausedAt === null ? null : fromInstant(pausedAt) },
    nowMs,
  )
