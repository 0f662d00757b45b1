import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** What keeps a form from being published; the key of a sentence in both languages. */
export type FindingCode =
  | 'text-missing'
  | 'text-too-long'
  | 'key-wrong'
  | 'key-twice'
  | 'key-type-changed'
  | 'nothing-inside'
  | 'too-many'
  | 'choices-missing'
  | 'choice-code-wrong'
  | 'choice-code-twice'
  | 'condition-empty'
  | 'condition-unknown'
  | 'condition-later'
  | 'condition-itself'
  | 'condition-value'
  | 'condition-office'
  | 'contact-missing'
  | 'contact-wrong'
  | 'subject-wrong'
  | 'suggestion-wrong'
  | 'number-wrong'
  | 'limits-crossed'
  | 'files-by-link'
  | 'kinds-missing'
  | 'version-missing'
  | 'wording-same-version'
  | 'purpose-changed'
  | 'form-too-large'
  | 'answers-too-long'

/** Something to put right before a form can be published, and where: `pages.0.sections.1.parts.2.label.ar`. */
export interface Finding {
  path: string
  code: FindingCode
  limit?: number
}

export const maxLabelLength = 300
export const maxTextLength = 3000

/** Both languages filled in; neither too long. */
export function textFindings(path: string, text: Bilingual, most = maxLabelLength): Finding[] {
  return (['en', 'ar'] as const).flatMap((lng): Finding[] => {
    if (text[lng].trim() === '') return [{ path: `${path}.${lng}`, code: 'text-missing' }]
    return text[lng].length > most ? [{ path: `${path}.${lng}`, code: 'text-too-long', limit: most }] : []
  })
}

export const optionalText = (path: string, text: Bilingual | undefined, most = maxTextLength): Finding[] =>
  text ? textFindings(path, text, most) : []

/** A name that every object has already would be found where nobody answered. */
const isTaken = (key: string): boolean => key in {}

/** Keys that are none, or are there twice. */
export function keyFindings(keyed: readonly { path: string; key: string }[]): Finding[] {
  const seen = new Set<string>()
  return keyed.flatMap(({ path, key }): Finding[] => {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(key) || isTaken(key)) return [{ path: `${path}.key`, code: 'key-wrong' }]
    if (seen.has(key)) return [{ path: `${path}.key`, code: 'key-twice' }]
    seen.add(key)
    return []
  })
}

/** Between one and so many of something. */
export const countFindings = (path: string, count: number, most: number): Finding[] => {
  if (count === 0) return [{ path, code: 'nothing-inside' }]
  return count > most ? [{ path, code: 'too-many', limit: most }] : []
}

export const numberFindings = (path: string, value: number | undefined, least: number, most: number): Finding[] =>
  value === undefined || (Number.isInteger(value) && value >= least && value <= most)
    ? []
    : [{ path, code: 'number-wrong', limit: most }]
