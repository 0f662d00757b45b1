import type { Language } from '#shared/kernel/fields.ts'
import type { Answers } from './form-answers.rules.ts'

/** A guardian who may sign for the child, as the application says. */
export interface FormGuardian {
  name: string
  /** Empty where none was given. */
  email: string
  language: Language
}

/** By these keys the ready forms ask about guardians; a form that asks in another way names nobody. */
const keys = { block: 'guardians', name: 'name', arabic: 'name_ar', email: 'email', language: 'language' } as const

/**
 * Whom the application names as allowed to sign, in its order, each in the script of their language. A family that says nothing
 * of the language is written to in `otherwise`.
 */
export function guardiansWhoSign(answers: Answers, otherwise: Language): FormGuardian[] {
  const rows = answers[keys.block]
  if (!Array.isArray(rows)) return []
  return (rows as unknown[]).flatMap((row) => {
    if (!isRow(row) || row['may_sign'] !== true) return []
    const said = (key: string) => {
      const answer = row[key]
      return typeof answer === 'string' ? answer.trim() : ''
    }
    const own = said(keys.language)
    const language = own === 'ar' || own === 'en' ? own : otherwise
    const [first, other] = language === 'ar' ? [keys.arabic, keys.name] : [keys.name, keys.arabic]
    const name = said(first) || said(other)
    return name === '' ? [] : [{ name, email: said(keys.email), language }]
  })
}

const isRow = (row: unknown): row is Answers => typeof row === 'object' && row !== null && !Array.isArray(row)
