import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingsIn } from '#shared/forms/editor/form-edit.rules.ts'
import { historyOf } from '#shared/forms/editor/form-history.rules.ts'
import { partPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import { blankForm } from '#shared/forms/form-blank.rules.ts'
import type { FormDefinition, Part, Repeat } from '#shared/forms/form-definition.contract.ts'
import type { Condition, Field } from '#shared/forms/form-field.contract.ts'
import { type ConditionRow, conditionOf, rowsFrom } from './condition-rows.ts'
import { freeKey, keyFrom, renameKey } from './edit-keys.ts'
import { edited, openState } from './edit-state.ts'
import { insertAt, kindOf, moveAt, nodeOf, putAt, removeAt, valueAt } from './edit-tree.ts'
import { newPage, newPart, partTypes } from './new-parts.ts'
import { previewable } from './previewable.ts'
import { questionsBefore } from './questions-before.ts'

const both = (text: string) => ({ en: text, ar: text })
const looking = (field: string): Condition => ({ any: [{ field, is: true }, { not: { field, isAnswered: true } }] })

/** Two pages; a block whose questions look at each other and outside. */
function form(): FormDefinition {
  const begun = blankForm(both('Form'), 'enquiry')
  const block: Repeat = {
    type: 'repeat',
    key: 'children',
    label: both('Children'),
    itemLabel: both('Child'),
    min: 1,
    max: 3,
    fields: [
      { type: 'yes-no', key: 'new', label: both('New?') },
      { type: 'text', key: 'school', label: both('School'), showWhen: looking('new'), required: looking('plan') },
    ],
  }
  const parts: Part[] = [{ type: 'yes-no', key: 'plan', label: both('Plan?') }, block]
  return {
    ...begun,
    subject: { block: 'children', name: 'school' },
    pages: [...begun.pages, { ...newPage('page_2', 'more'), title: both('More'), sections: [{ key: 'more', parts }] }],
  }
}
const keys = (of: FormDefinition) => partPlaces(of).map(({ part }) => part.key)
const [first, second] = ['pages.0.sections.0.parts', 'pages.1.sections.0.parts']

describe('the tree', () => {
  test('puts, takes away, inserts and removes, and leaves the old form as it was', () => {
    const before = form()
    const help = putAt(before, `${first}.0.help`, both('Help'))
    expect(valueAt(help, `${first}.0.help.en`)).toBe('Help')
    expect(valueAt(putAt(help, `${first}.0.help`, undefined), `${first}.0`)).not.toHaveProperty('help')
    const longer = insertAt(before, `${second}.0`, newPart('text', 'added'))
    expect(keys(longer)).toEqual(['writer_name', 'mobile', 'email', 'added', 'plan', 'children'])
    expect(removeAt(longer, `${second}.0`)).toEqual(before)
    expect(before).toEqual(form())
  })

  test('moves a question through its sections and pages, and one of a block inside it only', () => {
    const moved = moveAt(form(), `${second}.0`, -1)
    expect([moved?.path, moved && keys(moved.form)]).toEqual([
      `${first}.3`,
      ['writer_name', 'mobile', 'email', 'plan', 'children'],
    ])
    expect(moveAt(form(), `${first}.0`, -1)).toBeUndefined()
    expect(moveAt(form(), `${second}.1.fields.0`, -1)).toBeUndefined()
    expect(moveAt(form(), `${second}.1.fields.0`, 1)?.path).toBe(`${second}.1.fields.1`)
    expect(moveAt(form(), 'pages.1', -1)?.form.pages.map(({ key }) => key)).toEqual(['page_2', 'page_1'])
    fc.assert(
      fc.property(fc.nat(4), fc.constantFrom<-1 | 1>(-1, 1), (no, by) => {
        const path = partPlaces(form())[no]?.path ?? ''
        const there = moveAt(form(), path, by)
        if (there) expect(moveAt(there.form, there.path, by === 1 ? -1 : 1)?.form).toEqual(form())
      }),
    )
  })

  test('knows to what a finding belongs', () => {
    expect(
      ['title.ar', 'pages', 'pages.0.title', `${first}.2.choices.0.label`, `${second}.1.fields.0.key`].map(nodeOf),
    ).toEqual(['', '', 'pages.0', `${first}.2`, `${second}.1.fields.0`])
    expect(['', 'pages.0', 'pages.0.sections.0', `${first}.2`, `${second}.1.fields.0`].map(kindOf)).toEqual([
      'form',
      'page',
      'section',
      'part',
      'field',
    ])
  })
})

describe('keys', () => {
  test('are words of the English name, free, and none that every object has', () => {
    expect(['Date of birth', 'Child’s name', '  2nd École? ', 'الاسم'].map(keyFrom)).toEqual([
      'date_of_birth',
      'childs_name',
      'nd_ecole',
      '',
    ])
    expect([freeKey('name', new Set(['name', 'name_2']), 'x'), freeKey('constructor', new Set(), 'x')]).toEqual([
      'name_3',
      'x',
    ])
  })

  test('take along whatever looks at them, in their block or in the form', () => {
    const outer = renameKey(form(), `${second}.0`, 'has_plan')
    expect(valueAt(outer, `${second}.1.fields.1.required`)).toEqual(looking('has_plan'))
    const inner = renameKey(form(), `${second}.1.fields.0`, 'is_new')
    expect(valueAt(inner, `${second}.1.fields.1.showWhen`)).toEqual(looking('is_new'))
    expect(renameKey(form(), `${first}.0`, 'who').contact.name).toBe('who')
    expect(renameKey(form(), `${second}.1`, 'kids').subject?.block).toBe('kids')
    const history = historyOf([])
    for (const path of [`${second}.0`, `${second}.1.fields.0`, `${first}.0`, `${second}.1`]) {
      expect(findingsIn(renameKey(form(), path, 'renamed'), history)).toEqual([])
    }
  })
})

test('a new question of every kind lacks words alone', () => {
  for (const type of partTypes) {
    const withNew = insertAt(form(), `${second}.0`, newPart(type, 'question'))
    expect(findingsIn(withNew, historyOf([])).filter(({ code }) => code !== 'text-missing')).toEqual([])
    const shown = previewable(withNew).pages[1]?.sections[0]?.parts[0]
    expect(shown?.label).toEqual(both('…'))
  }
})

test('a condition may look at what comes before, in a block at its own questions first', () => {
  const before = (path: string) => questionsBefore(form(), path).map(({ key }) => key)
  expect(before(`${first}.0`)).toEqual([])
  expect(before('pages.1.sections.0')).toEqual(['writer_name', 'mobile', 'email'])
  expect(before(`${second}.1.fields.1`)).toEqual(['new', 'writer_name', 'mobile', 'email', 'plan'])
})

test('sentences make a condition, and come back as they were', () => {
  const row: fc.Arbitrary<ConditionRow> = fc.oneof(
    fc.record({
      field: fc.constantFrom('a', 'b'),
      test: fc.constantFrom('is' as const, 'is-not' as const),
      value: fc.boolean(),
    }),
    fc.record({
      field: fc.constant('c'),
      test: fc.constantFrom('answered' as const, 'not-answered' as const),
      value: fc.constant(''),
    }),
  )
  const rows = fc.record({
    join: fc.constantFrom('all' as const, 'any' as const),
    rows: fc.array(row, { minLength: 2, maxLength: 5 }),
  })
  fc.assert(
    fc.property(rows, (written) => {
      expect(rowsFrom(conditionOf(written) ?? looking('x'))).toEqual(written)
    }),
  )
  expect(rowsFrom({ all: [looking('a'), { field: 'b', is: true }] })).toBeUndefined()
})

test('typing at one place is undone as one; what was removed comes back where it was', () => {
  const start = openState(form(), `${first}.1`)
  const typed = ['N', 'Na', 'Name'].reduce(
    (state, en) => edited(state, { type: 'put', path: 'title', form: putAt(state.now.form, 'title.en', en) }),
    start,
  )
  expect(edited(typed, { type: 'undo' })).toMatchObject({ now: { form: form() }, past: [] })
  const gone = edited(typed, { type: 'change', form: removeAt(typed.now.form, `${second}.1`), selected: second })
  expect([gone.now.selected, keys(gone.now.form).includes('children')]).toEqual(['pages.1.sections.0', false])
  const back = edited(gone, { type: 'undo' }).now
  expect([keys(back.form), back.form.title.en]).toEqual([keys(form()), 'Name'])
  const field = valueAt(back.form, `${first}.0`) as Field
  expect(field.key).toBe('writer_name')
})
