import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { findingsIn } from '#shared/forms/editor/form-edit.rules.ts'
import { historyOf, nextWordingVersion } from '#shared/forms/editor/form-history.rules.ts'
import { fieldPlaces, fieldsLookedAt, partPlaces, sectionPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import { bytesOf, maxEncodedAnswerBytes } from '#shared/forms/editor/form-edit.rules.ts'
import { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { type Field } from '#shared/forms/form-field.contract.ts'
import { fillForm } from '#tests/support/forms/fill-form.ts'
import { type CarelessEdit, carelessEdits, editCarelessly } from '#tests/support/forms/form-changes.ts'
import { testForm } from '#tests/support/forms/test-form.ts'

const none = historyOf([])
const ready = Object.entries(defaultForms({ firstYear: 2027, ages: undefined }))
const found = (form: FormDefinition, history = none) => findingsIn(form, history).map(({ path, code }) => [path, code])

const changed = (change: (form: FormDefinition, fields: Field[]) => void): FormDefinition => {
  const form = testForm()
  const parts = form.pages[0]?.sections[0]?.parts ?? []
  change(
    form,
    parts.filter((part): part is Field => part.type !== 'repeat'),
  )
  return form
}

const parts = 'pages.0.sections.0.parts'

describe('what keeps a form from being published', () => {
  test.each(ready)('nothing, with the form %s', (_slug, form) => {
    expect(findingsIn(form, historyOf([form]))).toEqual([])
  })

  test.each<[string, FormDefinition, [path: string, code: string][]]>([
    ['a missing translation', changed(({ title }) => (title.ar = ' ')), [['title.ar', 'text-missing']]],
    [
      'a key twice, one that every object has, and none',
      changed((_, [, email, plan, which, owner]) => {
        if (!email || !plan || !which || !owner) return
        plan.key = 'constructor'
        delete which.showWhen
        delete which.required
        which.key = 'email'
        owner.key = ''
      }),
      [
        [`${parts}.2.key`, 'key-wrong'],
        [`${parts}.3.key`, 'key-twice'],
        [`${parts}.4.key`, 'key-wrong'],
        // The address is looked for under a key that two have.
      ],
    ],
    [
      'a look at a later question, at oneself, at none, at what staff fill in, and at what is never answered so',
      changed((_, [name, email, plan, which, owner, papers]) => {
        if (!name || !email || !plan || !which || !owner || !papers) return
        name.showWhen = { field: 'email', isAnswered: true }
        email.showWhen = { field: 'email', isAnswered: true }
        plan.showWhen = { any: [{ not: { field: 'nowhere', is: true } }, { all: [] }] }
        which.showWhen = { field: 'has_plan', is: 'true' }
        papers.showWhen = { field: 'owner', isAnswered: true }
      }),
      [
        [`${parts}.0.showWhen`, 'condition-later'],
        [`${parts}.1.showWhen`, 'condition-itself'],
        [`${parts}.2.showWhen.any.0.not`, 'condition-unknown'],
        [`${parts}.2.showWhen.any.1`, 'condition-empty'],
        [`${parts}.3.showWhen`, 'condition-value'],
        [`${parts}.5.showWhen`, 'condition-office'],
      ],
    ],
    [
      'in a block a look at a later question that has the name of one before the block',
      changed(({ pages }) => {
        const block = pages[0]?.sections[0]?.parts.at(-1)
        if (block?.type !== 'repeat') return
        block.fields.push({ type: 'email', key: 'email', label: { en: 'Email', ar: 'البريد' } })
        Object.assign(block.fields[0] ?? {}, { showWhen: { field: 'email', isAnswered: true } })
      }),
      [[`${parts}.6.fields.0.showWhen`, 'condition-later']],
    ],
    [
      'no name to write to, and a child that is in no block',
      changed((form) => Object.assign(form, { contact: { name: '', email: 'name' }, subject: { name: 'gone' } })),
      [
        ['contact.name', 'contact-missing'],
        ['contact.email', 'contact-wrong'],
        ['subject.name', 'subject-wrong'],
      ],
    ],
    [
      'more than a telephone sends at once',
      changed(({ pages }) => {
        const block = pages[0]?.sections[0]?.parts.at(-1)
        if (block?.type !== 'repeat') return
        block.max = 20
        block.fields.push({ type: 'long-text', key: 'life', label: { en: 'Life', ar: 'الحياة' }, maxLength: 5000 })
      }),
      [['', 'answers-too-long']],
    ],
  ])('%s', (_name, form, findings) => {
    expect(found(form)).toEqual(findings)
  })

  test('an answer kept under a key, and a wording that people agreed to, become nothing else', () => {
    const wording = { en: 'I agree', ar: 'أوافق' }
    const consent: Field = { type: 'consent', key: 'ok', label: wording, wording, wordingVersion: '1' }
    const first = changed((form) => form.pages[0]?.sections[0]?.parts.push(consent))
    const history = historyOf([first, testForm()])
    const other = changed((form, [name]) => {
      if (name) Object.assign(name, { type: 'long-text' })
      form.pages[0]?.sections[0]?.parts.push({ ...consent, wording: { ...wording, en: 'I agree to more' } })
      form.purpose = 'hr'
    })
    expect(found(other, history)).toEqual([
      ['contact.name', 'contact-wrong'],
      ['purpose', 'purpose-changed'],
      [`${parts}.0.key`, 'key-type-changed'],
      [`${parts}.7.wordingVersion`, 'wording-same-version'],
    ])
    expect(['2026-1', '3', 'first', ''].map(nextWordingVersion)).toEqual(['2026-2', '4', 'first-2', '-2'])
  })
})

const careless: fc.Arbitrary<CarelessEdit> = fc.record({
  what: fc.constantFrom(...carelessEdits),
  a: fc.nat(40),
  b: fc.nat(60),
  c: fc.nat(700),
})

describe('whatever somebody does in the editor', () => {
  test('what is found nowhere fits the contract, and looks back only', () => {
    let [clean, broken] = [0, 0]
    fc.assert(
      fc.property(fc.nat(), fc.array(careless, { minLength: 1, maxLength: 4 }), (which, edits) => {
        const form = structuredClone(ready[which % ready.length]?.[1] ?? testForm())
        for (const edit of edits) editCarelessly(form, edit)
        if (findingsIn(form, none).length > 0) return void (broken += 1)
        clean += 1
        expect(FormDefinition.safeParse(form).error).toBeUndefined()
        expect(looksAhead(form)).toEqual([])
      }),
      { numRuns: 600 },
    )
    expect(Math.min(clean, broken)).toBeGreaterThan(50)
  })
})

/** Written a second time, by the order of keys alone: what looks at something that does not come before it. */
function looksAhead(form: FormDefinition): string[] {
  const order = partPlaces(form).map(({ part }) => part.key)
  const firstOf = (path: string) => partPlaces(form).findIndex((place) => place.path.startsWith(`${path}.parts.`))
  const ofSections = sectionPlaces(form).flatMap(({ path, section }) =>
    (section.showWhen ? fieldsLookedAt(section.showWhen) : []).filter((key) => order.indexOf(key) >= firstOf(path)),
  )
  const ofFields = fieldPlaces(form).flatMap(({ field, block }) => {
    const own = block?.fields.map(({ key }) => key) ?? order
    return [field.showWhen, field.required]
      .flatMap((condition) => (typeof condition === 'object' ? fieldsLookedAt(condition) : []))
      .filter((key) => {
        const isBefore = own.includes(key) && own.indexOf(key) < own.indexOf(field.key)
        return !isBefore && !(block && order.includes(key) && order.indexOf(key) < order.indexOf(block.key))
      })
  })
  return [...ofSections, ...ofFields]
}

test.each(ready)('the longest answers to %s are no longer than reckoned', (_slug, form) => {
  const file = {
    fileId: 'f'.repeat(36),
    name: 'ض'.repeat(64),
    bytes: 9_999_999,
    sha256: 'a'.repeat(64),
    kind: 'jpeg' as const,
  }
  for (const variant of [0, 1, 2, 3]) {
    const answers = fillForm(form, { today: '2026-11-01', amount: 'most', variant, file: () => file })
    expect(bytesOf(answers)).toBeLessThanOrEqual(maxEncodedAnswerBytes(form))
    expect(bytesOf(answers)).toBe(new TextEncoder().encode(JSON.stringify(answers)).length)
  }
})
