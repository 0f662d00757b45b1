import type { Language } from '#shared/kernel/fields.ts'
import type { ChoiceSource } from './form-field.contract.ts'

const typeOf = { countries: 'region', languages: 'language' } as const satisfies Record<ChoiceSource, string>

/** "Qatar" for the country `QA`, "Arabic" for the language `ar`. A code that is none stands as it is. */
export function codeName(lng: Language, source: ChoiceSource, code: string): string {
  try {
    return new Intl.DisplayNames(lng, { type: typeOf[source] }).of(code) ?? code
  } catch {
    return code
  }
}
