import { type Answers, type FileAnswer, isAsked, isRequired } from '#shared/forms/form-answers.rules.ts'
import { boundDay } from '#shared/forms/form-check.rules.ts'
import type { FormDefinition, Repeat } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { longest } from '#shared/forms/form-limits.rules.ts'

export interface FillOptions {
  today: string
  /** `needed`: what is required and no more · `all`: everything asked · `most`: all, as long and as often as it may be. */
  amount: 'needed' | 'all' | 'most'
  /** Which of the choices are taken; other numbers walk other ways through the form's conditions. */
  variant: number
  /** Somebody to be made up for each file that is asked for. */
  file(field: Extract<Field, { type: 'file' }>): FileAnswer
}

/** Answers that fit a form, made up from its definition alone. Conditions may look only at what was asked before. */
export function fillForm(form: FormDefinition, options: FillOptions): Answers {
  const answers: Answers = {}
  for (const section of form.pages.flatMap((page) => page.sections)) {
    if (!isAsked(section, 'public', answers)) continue
    for (const part of section.parts) {
      if (!isAsked(part, 'public', answers)) continue
      if (part.type === 'repeat') answers[part.key] = fillRows(part, answers, options)
      else fillField(part, answers, answers, options)
    }
    for (const part of section.parts) if (isEmpty(answers[part.key])) delete answers[part.key]
  }
  return answers
}

const isEmpty = (answer: unknown): boolean => Array.isArray(answer) && answer.length === 0

function fillRows(block: Repeat, answers: Answers, options: FillOptions): Answers[] {
  const count = { needed: block.min, all: Math.max(1, block.min), most: block.max }[options.amount]
  return Array.from({ length: count }, (_, no) => {
    const row: Answers = {}
    for (const field of block.fields) {
      if (isAsked(field, 'public', answers, row))
        fillField(field, row, answers, { ...options, variant: options.variant + no })
    }
    return row
  })
}

function fillField(field: Field, into: Answers, answers: Answers, options: FillOptions): void {
  if (options.amount === 'needed' && !isRequired(field, answers, into)) return
  into[field.key] = answerTo(field, options)
}

function answerTo(field: Field, { today, amount, variant, file }: FillOptions): Answers[string] {
  const isMost = amount === 'most'
  switch (field.type) {
    case 'text':
    case 'long-text':
      return isMost ? 'ض'.repeat(longest(field)) : 'سارة Al Mana'.slice(0, longest(field))
    case 'email':
      return isMost ? `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com` : 'hind@example.com'
    case 'phone':
      return '+97455123456'
    case 'date':
      return boundDay(field.latest ?? field.earliest ?? today, today)
    case 'number':
      return String(field.min ?? field.max ?? 1)
    case 'choice':
      return codesOf(field)[variant % codesOf(field).length]
    case 'choices':
      return isMost ? codesOf(field) : codesOf(field).slice(0, 1)
    case 'yes-no':
      return variant % 2 === 0
    case 'consent':
      return true
    case 'file':
      return Array.from({ length: isMost ? field.maxFiles : 1 }, () => file(field))
  }
}

const codesOf = (field: Extract<Field, { type: 'choice' | 'choices' }>): string[] =>
  field.choices?.map(({ code }) => code) ?? (field.choicesFrom === 'countries' ? ['QA', 'KW'] : ['ar', 'en'])
