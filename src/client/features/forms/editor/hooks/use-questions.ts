import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'

/** Questions of a type, as choices: their keys with their names. */
export function useQuestions(parts: readonly Part[], type: Part['type']): [string, string][] {
  const pick = useBilingual()
  return parts.filter((part) => part.type === type).map((part) => [part.key, pick(part.label) || part.key])
}
