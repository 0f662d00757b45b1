import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import { isConditional, type LetterKind, type OfferLetter, offerLetters } from './letter-kinds.rules.ts'

/** What a kind of letter is filled with: `always`, or `sometimes`, when it is known of this child. Nothing else ever stands in it. */
export interface Filled {
  always: readonly LetterField[]
  sometimes: readonly LetterField[]
}

const everywhere: LetterField[] = [
  'school.name',
  'letter.signedBy',
  'letter.signerRole',
  'student.name',
  'guardian.name',
  'sign.school',
  'sign.guardian',
]
const ofSchool: LetterField[] = ['school.phone', 'school.email']
const dated: LetterField[] = ['letter.reference', 'letter.date']

const ofOffers: LetterField[] = [
  ...dated,
  'offer.reference',
  'offer.grade',
  'offer.year',
  'offer.startDate',
  'offer.expiresOn',
  'offer.currency',
  'sign.guardian2',
]
const ofSomeOffers: LetterField[] = [
  'offer.stream',
  'offer.campus',
  'offer.deposit',
  'offer.depositDueOn',
  'offer.fees',
  'offer.note',
  'guardian2.name',
]
const notice: Filled = { always: ['application.reference', ...dated], sometimes: ['offer.grade', 'offer.year'] }

const others: Readonly<Record<Exclude<LetterKind, OfferLetter>, Filled>> = {
  'consent-form': { always: ['consent.decidedOn', 'consent.language', 'consent.answers'], sometimes: [] },
  'admission-form': {
    always: [...notice.always, 'application.receivedOn', 'application.answers'],
    sometimes: notice.sometimes,
  },
  'waiting-list': notice,
  rejection: notice,
  'student-report': {
    always: [...dated, 'application.reference', 'report.title', 'report.period'],
    sometimes: [
      'student.birthDate',
      'student.nationality',
      'application.receivedOn',
      'offer.grade',
      'offer.year',
      'report.comment',
      'report.findings',
      'report.documents',
    ],
  },
  'face-deletion': {
    always: [...dated, 'face.reference', 'face.deletedOn'],
    sometimes: ['student.number', 'face.enrolledOn', 'face.reason', 'face.devices'],
  },
}

const isOfferLetter = (kind: LetterKind): kind is OfferLetter => offerLetters.some((each) => each === kind)

function own(kind: LetterKind): Filled {
  if (!isOfferLetter(kind)) return others[kind]
  const conditions: LetterField[] = isConditional(kind) ? ['offer.conditions'] : []
  return { always: [...ofOffers, ...conditions], sometimes: ofSomeOffers }
}

/** The fields that a letter of this kind can be filled with. */
export function availableFields(kind: LetterKind): Filled {
  const { always, sometimes } = own(kind)
  return { always: [...everywhere, ...always], sometimes: [...ofSchool, ...sometimes] }
}
