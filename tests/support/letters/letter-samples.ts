import type { DefaultLetter } from '#server/features/letters/templates/default-letters.service.ts'
import type { LetterLanguages, LetterLook } from '#shared/letters/letter-resolve.types.ts'

/** A family, a child and everything that any of our letters may say of them. */
export { sampleValues } from '#server/features/letters/editor/sample-values.service.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0f766e"/><path d="M20 54V34a12 12 0 0 1 24 0v20h-6V34a6 6 0 0 0-12 0v20z" fill="#ffffff"/></svg>`

export const sampleLook: LetterLook = { brand: '#0f766e', logo: { format: 'svg', data: logo }, verification: null }

export const letterLanguages: Record<'en' | 'ar' | 'both', LetterLanguages> = {
  en: ['en'],
  ar: ['ar'],
  both: ['en', 'ar'],
}

export const readyNames: readonly DefaultLetter[] = [
  'offer-letter',
  'fls-offer-letter',
  'alfalah-offer-letter',
  'zaya-offer-letter',
  'alephya-offer-letter',
  'conditional-offer-letter',
  'fls-conditional-offer-letter',
  'alfalah-conditional-offer-letter',
  'consent-form',
  'admission-form',
  'student-report',
  'face-deletion',
  'waiting-list',
  'rejection',
]
