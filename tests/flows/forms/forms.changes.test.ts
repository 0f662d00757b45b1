import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, isSameForm } from '#client/features/forms/editor/form-diff.rules.ts'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { draftEffect } from '#server/features/forms/form-effect.service.ts'
import { fieldPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { type CarelessEdit, carelessEdits, editCarelessly } from '#tests/support/forms/form-changes.ts'
import { testAnswers, testForm } from '#tests/support/forms/test-form.ts'

const both = (text: string) => ({ en: text, ar: text })
const today = '2026-11-01'
const ready = Object.values(defaultForms({ firstYear: 2027, ages: undefined }))

const edited = (change: (parts: Part[], form: FormDefinition) => void): FormDefinition => {
  const form = testForm()
  change(form.pages[0]?.sections[0]?.parts ?? [], form)
  return form
}
const told = (after: FormDefinition) => changesBetween(testForm(), after).map(({ kind, key }) => `${kind} ${key}`)
const effect = (after: FormDefinition, answers = {}) =>
  draftEffect(testForm(), after, { ...testAnswers, ...answers }, today)

test('tells what comes, goes, is needed now, moves and says something else', () => {
  const after = edited((parts) => {
    const [name, email, plan, which, owner] = parts as Field[]
    if (!name || !email || !plan || !which || !owner) return
    name.label = both('Full name')
    email.required = true
    which.required = false
    owner.isOfficeOnly = false
    parts.splice(5, 1, { type: 'date', key: 'start', label: both('Start') })
    parts.splice(2, 1)
    parts.push(plan)
  })
  expect(told(after)).toEqual([
    'wording name',
    'now-required email',
    'now-optional plan',
    'office owner',
    'added start',
    'moved has_plan',
    'removed papers',
  ])
})

test('tells choices by their names, and a wording that is agreed to apart from others', () => {
  const choice = (codes: string[]): Field => ({
    type: 'choice',
    key: 'how',
    label: both('How'),
    choices: codes.map((code) => ({ code, label: both(code.toUpperCase()) })),
  })
  const consent = (wording: string): Field => ({
    type: 'consent',
    key: 'ok',
    label: both('OK'),
    wording: both(wording),
    wordingVersion: wording,
  })
  const before = edited((parts) => parts.push(choice(['a', 'b']), consent('one')))
  const after = edited((parts) => parts.push(choice(['b', 'c', 'd']), consent('two')))
  expect(changesBetween(before, after)).toEqual([
    { kind: 'choices-added', key: 'how', label: both('How'), choices: [both('C'), both('D')] },
    { kind: 'choices-removed', key: 'how', label: both('How'), choices: [both('A')] },
    { kind: 'consent-wording', key: 'ok', label: both('OK') },
  ])
  expect(draftEffect(before, after, { how: 'a', ok: true }, today)).toEqual({ misses: [], loses: ['how'] })
})

test('counts for a draft only what this edit does to it', () => {
  const need = edited(([, email]) => Object.assign(email ?? {}, { required: true }))
  expect(effect(need)).toEqual({ misses: ['email'], loses: [] })
  expect(effect(need, { email: 'a@b.example' })).toEqual({ misses: [], loses: [] })
  const gone = edited((parts) => parts.splice(1, 1))
  expect(effect(gone)).toEqual({ misses: [], loses: [] })
  expect(effect(gone, { email: 'a@b.example' })).toEqual({ misses: [], loses: ['email'] })
  const noChildren = edited((parts) => parts.pop())
  expect(effect(noChildren)).toEqual({ misses: [], loses: ['children.0.name', 'children.0.dob'] })
  const sought = edited((parts) =>
    parts.push({ type: 'text', key: 'why', label: both('Why'), required: { field: 'has_plan', is: true } }),
  )
  expect([effect(sought).misses, effect(sought, { has_plan: true }).misses]).toEqual([[], ['why']])
})

const careless: fc.Arbitrary<CarelessEdit> = fc.record({
  // A key that is there twice is found before anybody is told of changes.
  what: fc.constantFrom(...carelessEdits.filter((what) => what !== 'double' && what !== 'rekey')),
  a: fc.nat(40),
  b: fc.nat(60),
  c: fc.nat(700),
})

test('is silent about the same form, and tells the way back as the way there', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(careless, { maxLength: 4 }), (which, edits) => {
      const before = ready[which % ready.length] ?? testForm()
      const after = structuredClone(before)
      for (const edit of edits) editCarelessly(after, edit)
      expect(changesBetween(after, structuredClone(after))).toEqual([])
      const keys = (changes: ReturnType<typeof changesBetween>, kind: string) =>
        [...new Set(changes.filter((each) => each.kind === kind).map(({ key }) => key))].toSorted()
      const [there, back] = [changesBetween(before, after), changesBetween(after, before)]
      expect(keys(there, 'added')).toEqual(keys(back, 'removed'))
      expect(keys(there, 'removed')).toEqual(keys(back, 'added'))
      const known = new Set([...fieldPlaces(before), ...fieldPlaces(after)].map(({ key }) => key))
      expect(there.filter(({ key }) => !known.has(key))).toEqual([])
      expect(draftEffect(before, before, {}, today)).toEqual({ misses: [], loses: [] })
    }),
    { numRuns: 300 },
  )
})

test('sees no difference in the order in which members are written', () => {
  const form = testForm()
  const { pages, ...rest } = form
  expect(isSameForm(form, JSON.parse(JSON.stringify({ pages, ...rest })))).toBe(true)
  expect(
    isSameForm(
      form,
      edited((_, each) => (each.title.en = 'x')),
    ),
  ).toBe(false)
})
