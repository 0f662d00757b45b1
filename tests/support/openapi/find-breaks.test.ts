import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'
import { findBreaks, schemaBreaks } from './find-breaks.ts'

const names = ['id', 'name', 'day', 'amount', 'rows']
const leaf = fc.oneof(
  fc.record({ type: fc.constant('string') }),
  fc.constant({ type: 'string', format: 'date' }),
  fc.record({
    type: fc.constant('integer'),
    minimum: fc.integer({ min: 0, max: 5 }),
    maximum: fc.integer({ min: 6, max: 9 }),
  }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 1, max: 300 }) }),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(fc.constantFrom('open', 'paid', 'ended', 'lost'), { minLength: 1 }),
  }),
  fc.constant({ type: 'boolean', default: false }),
)
const { schema } = fc.letrec<{ schema: ApiSchema; object: ApiSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    tie('schema').map((one) => ({ anyOf: [one, { type: 'null' }] })),
  ),
  object: fc
    .dictionary(fc.constantFrom(...names), tie('schema'), { minKeys: 1, noNullPrototype: true })
    .chain((properties) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.constant(properties),
        required: fc.subarray(Object.keys(properties)),
      }),
    ),
}))
const object = schema.filter((each) => each['type'] === 'object')
const ways = ['sent', 'read'] as const
const propertiesOf = (of: ApiSchema) => of['properties'] as Record<string, ApiSchema>
const requiredOf = (of: ApiSchema) => of['required'] as string[]

describe('which changes of the published API break programs (OPS-50)', () => {
  it('a schema that stays breaks nothing', () => {
    fc.assert(
      fc.property(schema, fc.constantFrom(...ways), (same, way) => {
        expect(schemaBreaks(same, same, way)).toEqual([])
      }),
    )
  })

  it('a further field breaks nothing, but one that has to be sent', () => {
    fc.assert(
      fc.property(object, schema, (old, added) => {
        const now = { ...old, properties: { ...propertiesOf(old), added } }
        for (const way of ways) expect(schemaBreaks(old, now, way)).toEqual([])
        const isNeeded = { ...now, required: [...requiredOf(old), 'added'] }
        expect(schemaBreaks(old, isNeeded, 'read')).toEqual([])
        expect(schemaBreaks(old, isNeeded, 'sent')).toEqual(['.added: required now'])
      }),
    )
  })

  it('a field that is removed breaks those who send it and those who read it', () => {
    fc.assert(
      fc.property(object, (old) => {
        const [gone = '', ...kept] = Object.keys(propertiesOf(old))
        const now = {
          ...old,
          properties: Object.fromEntries(kept.map((name) => [name, propertiesOf(old)[name]])),
          required: requiredOf(old).filter((name) => name !== gone),
        }
        for (const way of ways) expect(schemaBreaks(old, now, way)).toEqual([`.${gone}: removed`])
      }),
    )
  })

  it('a field must not become one that has to be sent, or that may be missing', () => {
    fc.assert(
      fc.property(object, (old) => {
        const all = { ...old, required: Object.keys(propertiesOf(old)) }
        const none = { ...old, required: [] }
        const count = all.required.length
        expect(schemaBreaks(none, all, 'sent')).toHaveLength(count)
        expect(schemaBreaks(all, none, 'read')).toHaveLength(count)
        expect(schemaBreaks(all, none, 'sent')).toEqual([])
        expect(schemaBreaks(none, all, 'read')).toEqual([])
      }),
    )
  })

  it.each<[string, ApiSchema, ApiSchema, readonly (typeof ways)[number][]]>([
    ['another type', { type: 'string' }, { type: 'integer' }, ['sent', 'read']],
    ['a whole number for any', { type: 'number' }, { type: 'integer' }, ['sent']],
    ['any number for a whole one', { type: 'integer' }, { type: 'number' }, ['read']],
    ['null is not taken any more', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }, ['sent']],
    ['null is told now', { type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['read']],
    ['a code less', { enum: ['a', 'b'] }, { enum: ['a'] }, ['sent']],
    ['a code more', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['codes for any text', { type: 'string' }, { type: 'string', enum: ['a'] }, ['sent']],
    ['any text for codes', { type: 'string', enum: ['a'] }, { type: 'string' }, ['read']],
    ['a tighter bound', { type: 'integer', maximum: 200 }, { type: 'integer', maximum: 100 }, ['sent']],
    ['a bound where there was none', { type: 'string' }, { type: 'string', maxLength: 5 }, ['sent']],
    ['a looser bound', { type: 'integer', maximum: 100 }, { type: 'integer', maximum: 200 }, []],
    ['a pattern', { type: 'string' }, { type: 'string', pattern: '^a' }, ['sent']],
    ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }, ['sent', 'read']],
    ['another default', { type: 'integer', default: 50 }, { type: 'integer', default: 10 }, ['sent']],
    [
      'items of another type',
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'integer' } },
      ['sent', 'read'],
    ],
    ['fewer at once', { type: 'array', maxItems: 9 }, { type: 'array', maxItems: 3 }, ['sent']],
  ])('%s', (_, old, now, broken) => {
    expect(ways.filter((way) => schemaBreaks(old, now, way).length > 0)).toEqual(broken)
  })

  const documentOf = (paths: object) => ({ paths }) as unknown as OpenApiDocument
  const operation = (more: object = {}) => ({
    get: { operationId: 'list', security: [{ token: ['pupils.read'] }], responses: { '200': {} }, ...more },
  })
  it.each([
    ['a call that is removed', { '/a': operation() }, {}, ['get /a: removed']],
    ['a call more', {}, { '/a': operation() }, []],
    [
      'another name',
      { '/a': operation() },
      { '/a': operation({ operationId: 'read' }) },
      ['get /a: another operationId'],
    ],
    [
      'another scope',
      { '/a': operation() },
      { '/a': operation({ security: [{ token: ['fees.read'] }] }) },
      ['get /a: another scope'],
    ],
    [
      'a parameter that has to be sent',
      { '/a': operation() },
      { '/a': operation({ parameters: [{ name: 'day', required: true, schema: {} }] }) },
      ['get /a query.day: required now'],
    ],
  ])('%s', (_, old, now, breaks) => {
    expect(findBreaks(documentOf(old), documentOf(now))).toEqual(breaks)
  })
})
