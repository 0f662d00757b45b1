import type { z } from 'zod'
import { type Offer, type Signer, signedAt, type WholeOffer } from '#server/features/offer/offer-read.service.ts'
import type { PageStudent } from '#server/features/student/family-step.service.ts'
import type { OfferPage, offerPageStates } from '#shared/contract/offer.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { offerTime } from '#shared/rules/offer-state.rules.ts'

type Page = z.input<typeof OfferPage>
type PageState = (typeof offerPageStates)[number]

interface Seen {
  whole: WholeOffer
  /** Whose link it is. */
  signer: Signer
  student: PageStudent
}

interface When {
  nowMs: number
  graceMs: number
}

/** What a link shows: an offer only as long as there is one to read, and nothing about the child once it is over. */
export function offerPage(seen: Seen, when: When): Page {
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
    offer: offerSeen(seen),
  }
}

const readable: ReadonlySet<PageState> = new Set(['open', 'paused', 'signed', 'accepted', 'booked'])

function offerSeen({ whole: { offer, signers, answers }, signer }: Seen): Page['offer'] {
  const { id, version, terms, expiresAt, sentAt, depositDueOn } = offer
  const signature = ({ id: signerId, name }: Signer) => ({ name, signedAt: signedAt(signerId, answers) })
  const asked = answers.find(({ kind, refused }) => kind === 'more-time' && refused === null)
  return {
    id,
    version,
    terms,
    expiresAt,
    depositDueOn,
    sentAt: sentAt ?? offer.madeAt,
    you: signature(signer),
    others: signers.filter((each) => each.id !== signer.id).map(signature),
    askedForTime: asked?.at ?? null,
  }
}

function stateOf({ whole: { offer, answers }, signer, student }: Seen, when: When): PageState {
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
