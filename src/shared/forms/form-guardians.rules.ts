// chunk: rules
import type { Language } from '#shared/kernel/fields.ts'
import { type Answers, isAnswered } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'

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
    const own = said(row, keys.language)
    const language = own === 'ar' || own === 'en' ? own : otherwise
    const [first, other] = language === 'ar' ? [keys.arabic, keys.name] : [keys.name, keys.arabic]
    const name = said(row, first) || said(row, other)
    return name === '' ? [] : [{ name, email: said(row, keys.email), language }]
  })
}

/** Whether the same answer may be meant: one of the two is open, or they are equal. */
const agree = (one: string, other: string) => one === '' || other === '' || one === other
const said = (answers: Answers, key: string | undefined): string => {
  const answer = key === undefined ? undefined : answers[key]
  return typeof answer === 'string' ? answer.trim() : ''
}
const sameName = (one: string, other: string) =>
  one !== '' && one.replaceAll(/\s+/g, ' ').toLowerCase() === other.replaceAll(/\s+/g, ' ').toLowerCase()

/** By this key the ready forms ask what the person who fills a form in is to the child. */
const writerRelation = 'writer_relation'

/**
 * The answers, with the contact of the person who filled the form in added to the guardian who is that person: by the same
 * mobile number or name, unless the two relations to the child differ. What the guardian's own row says is kept.
 */
export function withWriterContact({ contact }: Pick<FormDefinition, 'contact'>, answers: Answers): Answers {
  const rows = answers[keys.block]
  if (!Array.isArray(rows)) return answers
  const writer = { name: said(answers, contact.name), mobile: said(answers, contact.phone) }
  const email = said(answers, contact.email)
  const relation = said(answers, writerRelation)
  const isWriter = (row: Answers) =>
    agree(relation, said(row, 'relation')) &&
    ((writer.mobile !== '' && writer.mobile === said(row, 'mobile')) ||
      [keys.name, keys.arabic].some((key) => sameName(writer.name, said(row, key))))
  const at = (rows as unknown[]).findIndex((row) => isRow(row) && isWriter(row))
  if (at < 0) return answers
  const found = (rows as Answers[])[at] ?? {}
  const row = {
    ...found,
    email: said(found, keys.email) || email,
    mobile: said(found, 'mobile') || writer.mobile,
  }
  return { ...answers, [keys.block]: (rows as Answers[]).map((each, index) => (index === at ? row : each)) }
}

/**
 * What the first guardian's fields begin with: the person who fills the form in, when the form asks for guardians and nothing
 * was said of one. Somebody who is neither parent nor relative nor guardian is not taken for one.
 */
export function writerAsGuardian(form: FormDefinition, answers: Answers): Answers | undefined {
  const block = form.pages
    .flatMap(({ sections }) => sections.flatMap(({ parts }) => parts))
    .find((part) => part.type === 'repeat' && part.key === keys.block)
  const rows = answers[keys.block]
  if (block?.type !== 'repeat' || !Array.isArray(rows)) return undefined
  const [first] = rows as Answers[]
  const relation = said(answers, writerRelation)
  if (!first || relation === '' || relation === 'other' || Object.values(first).some(isAnswered)) return undefined
  const name = said(answers, form.contact.name)
  const facts: Answers = {
    relation,
    [/\p{Script=Arabic}/u.test(name) ? keys.arabic : keys.name]: name,
    mobile: said(answers, form.contact.phone),
    [keys.email]: said(answers, form.contact.email),
  }
  const asked = block.fields.filter(({ key }) => isAnswered(facts[key])).map(({ key }) => [key, facts[key]])
  return Object.fromEntries(asked) as Answers
}

const isRow = (row: unknown): row is Answers => typeof row === 'object' && row !== null && !Array.isArray(row)
