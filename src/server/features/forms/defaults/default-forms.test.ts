import { describe, expect, test } from 'vitest'
import { type Answers, askedParts, isRequired, keepAsked, placesIn } from '#shared/forms/form-answers.rules.ts'
import { checkAnswers } from '#shared/forms/form-check.rules.ts'
import { FormDefinition, type Part } from '#shared/forms/form-definition.contract.ts'
import { type Condition, type Field } from '#shared/forms/form-field.contract.ts'
import { maxOpBytes } from '#shared/kernel/chain.ts'
import { demoSchoolGradeRules } from '#shared/school/grade-rule-packs.ts'
import { type FillOptions, fillForm } from '#tests/support/forms/fill-form.ts'
import { defaultForms } from './default-forms.ts'

const today = '2026-11-01'
const ages = { country: 'KW', intake: 'autumn' as const, rules: [...demoSchoolGradeRules.manara] }
const forms = Object.entries(defaultForms({ firstYear: 2027, ages }))
const longForms = ['hr', 'admission']

const partsOf = (form: FormDefinition): Part[] =>
  form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))
const fieldsOf = (form: FormDefinition): Field[] =>
  partsOf(form).flatMap((part) => (part.type === 'repeat' ? part.fields : [part]))

/** Every pair of an English and an Arabic text, wherever it is. */
function textsIn(value: unknown): { en: string; ar: string }[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && 'ar' in value) return [value as { en: string; ar: string }]
  return Object.values(value).flatMap(textsIn)
}

const fieldsAskedBy = (condition: Condition): string[] => {
  if ('all' in condition) return condition.all.flatMap(fieldsAskedBy)
  if ('any' in condition) return condition.any.flatMap(fieldsAskedBy)
  return 'not' in condition ? fieldsAskedBy(condition.not) : [condition.field]
}

const conditionsOf = (part: { showWhen?: Condition | undefined; required?: boolean | Condition | undefined }) =>
  [part.showWhen, part.required].filter((each) => typeof each === 'object').flatMap(fieldsAskedBy)

let files = 0
const options = (amount: FillOptions['amount'], variant = 0): FillOptions => ({
  today,
  amount,
  variant,
  file: ({ accept }) => {
    files += 1
    return {
      fileId: `01900000-0000-7000-8000-${String(files).padStart(12, '0')}`,
      name: `${'ض'.repeat(60)}.pdf`,
      bytes: 1000,
      sha256: 'a'.repeat(64),
      kind: accept[0] ?? 'pdf',
    }
  },
})

/** Enough of them that every choice of every list has been taken once. */
const variants = Array.from({ length: 8 }, (_, variant) => variant)

test('a school begins with the forms that its addresses name', () => {
  expect(forms.map(([slug, { purpose }]) => [slug, purpose])).toEqual([
    ['enquiry', 'enquiry'],
    ['enquiry-vmsiihe', 'enquiry'],
    ['enquiry-abq', 'enquiry'],
    ['mogra-hr', 'hr'],
    ['mogra-bills', 'enquiry'],
    ['mogra-erp', 'enquiry'],
    ['hr', 'hr'],
    ['admission', 'admission'],
    ['criteria-child', 'criteria'],
  ])
})

describe.each(forms)('%s', (slug, form) => {
  test('is a definition', () => {
    expect(FormDefinition.parse(form)).toEqual(form)
  })

  test('says everything in both languages', () => {
    const letters = /\p{L}/u
    const bad = textsIn(form).filter(({ en, ar }) =>
      letters.test(en) || letters.test(ar)
        ? !/\p{Script=Latin}/u.test(en) ||
          /\p{Script=Arabic}/u.test(en) ||
          !/^[^\p{Script=Latin}]+$/u.test(ar) ||
          !/\p{Script=Arabic}/u.test(ar)
        : en === '' || ar === '',
    )
    expect(bad).toEqual([])
  })

  test('looks only at questions that came before', () => {
    const before: string[] = []
    const unknown: string[] = []
    const note = (part: Parameters<typeof conditionsOf>[0], row: readonly string[] = []) =>
      unknown.push(...conditionsOf(part).filter((key) => !before.includes(key) && !row.includes(key)))
    for (const section of form.pages.flatMap((page) => page.sections)) {
      note(section)
      for (const part of section.parts) {
        note(part)
        const inner: string[] = []
        for (const field of part.type === 'repeat' ? part.fields : []) {
          note(field, inner)
          inner.push(field.key)
        }
        before.push(part.key)
      }
    }
    expect(unknown).toEqual([])
  })

  test('finds whom to write to, whom it is about and what suggests the grade', () => {
    const typeOf = (key: string | undefined) => partsOf(form).find((part) => part.key === key)?.type
    expect(typeOf(form.contact.name)).toBe('text')
    // Whom a link was mailed to is known.
    const isByLink = form.purpose === 'criteria'
    const reached = [typeOf(form.contact.email), typeOf(form.contact.phone)]
    expect(reached).toEqual(isByLink ? [undefined, undefined] : ['email', 'phone'])
    const block = partsOf(form).find((part) => part.key === form.subject?.block)
    const about = form.subject?.block ? (block?.type === 'repeat' ? block.fields : []) : partsOf(form)
    const named = [form.subject?.name, form.subject?.birthDate].filter((key) => key !== undefined)
    expect(named.filter((key) => !about.some((part) => part.key === key))).toEqual([])
    const grades = [partsOf(form), ...partsOf(form).map((part) => (part.type === 'repeat' ? part.fields : []))]
    for (const together of grades) {
      for (const field of together) {
        if (!('suggestedBy' in field) || !field.suggestedBy) continue
        expect(form.ages).toEqual(ages)
        const keys = together.map(({ key }) => key)
        expect(keys).toEqual(expect.arrayContaining([field.suggestedBy.birthDate, field.suggestedBy.entryYear]))
      }
    }
  })

  test('asks for little where it is short', () => {
    const parts = askedParts(form, 'public', {})
    const rows = Object.fromEntries(parts.map((part) => [part.key, part.type === 'repeat' ? [{}] : undefined]))
    const required = placesIn(parts, 'public', rows).filter(({ field, row }) => isRequired(field, rows, row))
    if (!longForms.includes(slug)) expect(required.length).toBeLessThanOrEqual(8)
    const problems = checkAnswers(form, rows, { scope: 'public', today })
    const few = problems.filter(({ code }) => code === 'too-few-rows')
    expect(problems.filter((problem) => !few.includes(problem)).map(({ path }) => path)).toEqual(
      required.map(({ path }) => path),
    )
  })

  test.each(variants)('can be filled in and handed in, way %i', (variant) => {
    for (const amount of ['needed', 'all'] as const) {
      const answers = fillForm(form, options(amount, variant))
      expect(checkAnswers(form, answers, { scope: 'public', today })).toEqual([])
      expect(keepAsked(form, 'public', answers)).toEqual(answers)
    }
  })

  test('fits one operation at its very longest', () => {
    const bytesOf = (answers: Answers) => new TextEncoder().encode(JSON.stringify(answers)).length
    const lengths = variants.map((variant) => bytesOf(fillForm(form, options('most', variant))))
    expect(Math.max(...lengths)).toBeLessThan(maxOpBytes - 4096)
  })
})

test('never asks outside what is the office’s, and guards what is', () => {
  const admission = forms.find(([slug]) => slug === 'admission')?.[1]
  const office = fieldsOf(admission!).filter(({ isOfficeOnly }) => isOfficeOnly)
  expect(office.map(({ key }) => key)).toEqual([
    'verified_by',
    'fee_receipt',
    'fee_refund',
    'office_note',
    'papers_state',
  ])
  const asked = askedParts(admission!, 'public', {})
  expect(asked.filter((part) => office.some(({ key }) => key === part.key))).toEqual([])
  const classOf = (key: string) => fieldsOf(admission!).find((field) => field.key === key)?.sensitivity
  expect(['passport_no', 'id_no', 'visa_no', 'birth_certificate', 'guardian_ids'].map(classOf)).toEqual(
    Array.from({ length: 5 }, () => 'S2'),
  )
  expect(['religion', 'custody_note', 'allergies', 'support_plan', 'vaccination_record'].map(classOf)).toEqual(
    Array.from({ length: 5 }, () => 'S3'),
  )
})
