// chunk: base
/** The paths of the pages on which offers are shown; each is a letter of its own. */
export const offerLetters = [
  'offer-letter',
  'fls-offer-letter',
  'alfalah-offer-letter',
  'zaya-offer-letter',
  'alephya-offer-letter',
  'conditional-offer-letter',
  'fls-conditional-offer-letter',
  'alfalah-conditional-offer-letter',
] as const
export type OfferLetter = (typeof offerLetters)[number]

/** Whether a letter is one that names conditions: such an offer has at least one, the others have none. */
export const isConditional = (letter: OfferLetter): boolean => letter.includes('conditional')

/** Every kind of letter that a school issues; the codes are permanent. */
export const letterKinds = [
  ...offerLetters,
  'consent-form',
  'admission-form',
  'student-report',
  'face-deletion',
  'waiting-list',
  'rejection',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** Letters about one thing, of which the latest holds: a new one takes the place of the one before. */
export type LetterTopic = 'offer' | 'consent' | 'application' | 'decision' | 'report' | 'face'
