import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { sanitizeText } from '#shared/kernel/text/sanitize-text.rules.ts'
import type { Block } from '#shared/mail/mail.contract.ts'
import type { StoredParams } from './mail.table.ts'
import { layouts, type WordedTemplate } from './mail-templates.ts'
import { mailText } from './mail-text.ts'

export interface StoredMail {
  readonly template: WordedTemplate
  readonly language: Language
  readonly params: StoredParams
  readonly origin: string
}

/** Email before it becomes text or HTML. */
export interface Composed {
  readonly language: Language
  readonly school: string
  readonly subject: string
  readonly blocks: readonly Block[]
  readonly footer: string
}

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** Returns the school's name in a language, or in the available one. */
export const schoolIn = (language: Language, { en, ar }: Bilingual): string =>
  (language === 'ar' ? ar || en : en || ar) || ''

/** Composes an email in the family's language. */
export function compose({ template, language, params, origin }: StoredMail, name: Bilingual): Composed {
  const values = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, written(value)]))
  const say = (key: string, count?: string) =>
    mailText(language, key, count === undefined ? values : { count: values[count] ?? '' })
  const own = (key: string) => `${template}.${key}`
  const blocks = layouts[template].map((piece): Block => {
    if ('code' in piece) return { kind: 'code', text: params[piece.code] ?? '' }
    if ('link' in piece) {
      const path = params[piece.to] ?? ''
      return { kind: 'link', text: say(own(piece.link)), href: origin + inLanguage(path, language) }
    }
    return { kind: 'text', text: say('say' in piece ? own(piece.say) : piece.shared, piece.count) }
  })
  const school = schoolIn(language, name)
  return { language, school, subject: say(own('subject')), blocks, footer: say('footer') }
}

/** Adds the email's language to a link, so that its page ignores the phone's own. The part after `#` stays last. */
export function inLanguage(path: string, language: Language): string {
  if (path === '') return path
  const [before = '', ...after] = path.split('#')
  return [`${before}${before.includes('?') ? '&' : '?'}lng=${language}`, ...after].join('#')
}

/** Wraps in U+2068 … U+2069: a name or a number keeps its own direction inside the sentence. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const written = (value: string): string => (/^\d*$/.test(value) ? value : isolated(sanitizeText(value)))
