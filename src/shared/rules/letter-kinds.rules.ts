import { offerLetters } from './offer-state.rules.ts'

/** What a school issues, by codes that are kept for ever. */
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
