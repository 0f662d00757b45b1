import type { z } from 'zod'
import { offerLetter } from '#server/features/letter/offer-letter.service.ts'
import { type Offer, type Signer, signedAt, type WholeOffer } from '#server/features/offer/offer-read.service.ts'
import type { PageStudent } from '#server/features/student/family-step.service.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import type { OfferPage, offerPageStates } from '#shared/contract/offer.ts'
import type { Language, SchoolContact } from '#shared/contract/school.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import { offerTime } from '#shared/rules/offer-state.rules.ts'

type Page = z.input<typeof OfferPage>
type PageState = (typeof offerPageStates)[number]

interface Seen {
  whole: WholeOffer
  /** Whose link it is. */
  signer: Signer
  student: PageStudent
  school: PageSchool
}

/** What a letter says of its school. */
export interface PageSchool {
  name: Bilingual
  language: Language
  timeZone: string
  brand: string
  contact: SchoolContact | undefined
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

function offerSeen(seen: Seen): Page['offer'] {
  const { offer, signers, answers } = seen.whole
  const { signer } = seen
  const { id, version, terms, expiresAt, sentAt, depositDueOn } = offer
  const signature = ({ id: signerId, name }: Signer) => ({ name, signedAt: signedAt(signerId, answers) })
  const asked = answers.find(({ kind, refused }) => kind === 'more-time' && refused === null)
  return {
    id,
    version,
    terms,
    expiresAt,
    depositDueOn,
    document: letterOf(seen, signer.id),
    sentAt: sentAt ?? offer.madeAt,
    you: signature(signer),
    others: signers.filter((each) => each.id !== signer.id).map(signature),
    askedForTime: asked?.at ?? null,
  }
}

/** What a letter is made of: of an offer that is kept, or of one that is being written. */
interface Written extends Pick<Seen, 'student' | 'school'> {
  whole: {
    offer: Pick<Offer, 'terms' | 'version' | 'sentAt' | 'madeAt' | 'expiresAt' | 'depositDueOn'>
    signers: readonly Pick<Signer, 'id' | 'name'>[]
    answers: WholeOffer['answers']
  }
}

/** The letter itself, to be read by this signer, or by staff: how somebody else has drawn their name is not shown. */
export function letterOf({ whole: { offer, signers, answers }, student, school }: Written, readerId: string | null) {
  const { terms, version, sentAt, madeAt, expiresAt, depositDueOn } = offer
  const dayOf = (at: string, beforeMs = 0) => businessDay(fromInstant(at) - beforeMs, school.timeZone, 0)
  return offerLetter({
    terms,
    school,
    reference: `${student.reference}-${version}`,
    sentOn: dayOf(sentAt ?? madeAt),
    // It expires as its last day ends.
    expiresOn: dayOf(expiresAt, 1),
    depositDueOn,
    student: {
      name: { latin: student.nameLatin, arabic: student.nameArabic },
      grade: student.grade ?? '',
      entryYear: student.entryYear ?? Number(terms.startOn.slice(0, 4)),
      campus: student.campus,
      stream: student.stream,
    },
    signers: signers.map(({ id, name }) => {
      const at = signedAt(id, answers)
      const own = answers.find((each) => each.signerId === id && each.kind === 'sign' && each.refused === null)
      return { name, signedOn: at && dayOf(at), signature: id === readerId ? (own?.signature ?? null) : null }
    }),
  })
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
