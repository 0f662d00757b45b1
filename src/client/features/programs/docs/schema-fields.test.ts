import { expect, it } from 'vitest'
import { z } from 'zod'
import { codesOf, exampleOf, fieldsOf, typeText } from './schema-fields.ts'

const schema = z.toJSONSchema(
  z.object({
    rows: z.array(
      z.object({
        id: z.uuid(),
        leftOn: z.iso.date().nullable(),
        state: z.enum(['open', 'paid']).optional(),
        tills: z.array(z.object({ code: z.string() })),
      }),
    ),
    next: z.string().nullable(),
    limit: z.int().min(1).default(50),
  }),
)

it('lists fields by their place, inner ones below outer ones', () => {
  expect(fieldsOf(schema).map(({ path, depth, isRequired }) => [path, depth, isRequired])).toEqual([
    ['rows', 0, true],
    ['rows[].id', 1, true],
    ['rows[].leftOn', 1, true],
    ['rows[].state', 1, false],
    ['rows[].tills', 1, true],
    ['rows[].tills[].code', 2, true],
    ['next', 0, true],
    ['limit', 0, true],
  ])
})

it('names types as programmers read them', () => {
  const types = Object.fromEntries(fieldsOf(schema).map((field) => [field.path, typeText(field.schema)]))
  expect(types['rows']).toBe('object[]')
  expect(types['rows[].leftOn']).toBe('string (date) | null')
  expect(types['next']).toBe('string | null')
  const state = fieldsOf(schema).find(({ path }) => path === 'rows[].state')
  expect(codesOf(state?.schema ?? {})).toEqual(['open', 'paid'])
})

it('makes examples', () => {
  expect(exampleOf(schema)).toEqual({
    rows: [
      {
        id: '0190a5a5-0000-7000-8000-000000000001',
        leftOn: '2030-03-03',
        state: 'open',
        tills: [{ code: 'text' }],
      },
    ],
    next: 'text',
    limit: 50,
  })
})
