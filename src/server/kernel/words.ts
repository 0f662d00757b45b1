import type { Language } from '#shared/kernel/fields.ts'

type Words = Readonly<Record<Language, unknown>>

const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') }

/** The text at a key, as it is written; undefined where there is none. */
export function findText(words: Words, language: Language, key: string): string | undefined {
  let found: unknown = words[language]
  for (const name of key.split('.')) found = typeof found === 'object' && found ? Reflect.get(found, name) : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * Answers a function that says a text of these, as the screens' words are written: `{{name}}` is filled in, and a `count`
 * chooses the form. That function throws an Error for a key without words.
 */
export const textsIn =
  (words: Words) =>
  (language: Language, key: string, values: Readonly<Record<string, string>> = {}): string => {
    const form = values['count'] === undefined ? undefined : rules[language].select(Number(values['count']))
    const text = (form && findText(words, language, `${key}_${form}`)) ?? findText(words, language, key)
    if (text === undefined) throw new Error(`no words for ${key} in ${language}`)
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => values[name] ?? '')
  }
