import type { Language } from '#shared/contract/school.ts'
import ar from '../../../../public/locales/ar/mail.json' with { type: 'json' }
import en from '../../../../public/locales/en/mail.json' with { type: 'json' }

const words: Record<Language, unknown> = { en, ar }
const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') }

function find(language: Language, key: string): string | undefined {
  let found: unknown = words[language]
  for (const name of key.split('.')) found = typeof found === 'object' && found ? Reflect.get(found, name) : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * A text of the mails, as the screens' words are written: `{{name}}` is filled in, and a `count` chooses the form. Mails are
 * the one place where the server itself speaks to people: nobody's screen is there to do it.
 */
export function mailText(language: Language, key: string, values: Readonly<Record<string, string>> = {}): string {
  const form = values['count'] === undefined ? undefined : rules[language].select(Number(values['count']))
  const text = (form && find(language, `${key}_${form}`)) ?? find(language, key)
  if (text === undefined) throw new Error(`no words for ${key} in ${language}`)
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => values[name] ?? '')
}
