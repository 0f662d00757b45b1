import type { Language } from '#shared/kernel/fields.ts'

type Words = Readonly<Record<Language, unknown>>

const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') }

/** Returns the text at a key, unformatted; undefined where there is none. */
export function findText(words: Words, language: Language, key: string): string | undefined {
  let found: unknown = words[language]
  for (const name of key.split('.')) found = typeof found === 'object' && found ? Reflect.get(found, name) : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * Returns a translate function for these texts, in the screens' syntax: `{{name}}` is filled in, and a `count` chooses the plural
 * form. That function throws an Error for an unknown key.
 */
export const textsIn =
  (words: Words) =>
  (language: Language, key: string, values: Readonly<Record<string, string>> = {}): string => {
    const form = values['count'] === undefined ? undefined : rules[language].select(Number(values['count']))
    const text = (form && findText(words, language, `${key}_${form}`)) ?? findText(words, language, key)
    if (text === undefined) throw new Error(`no words for ${key} in ${language}`)
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => values[name] ?? '')
  }
