import { z } from 'zod'

type Schema = Record<string, unknown>

/** Converts a schema of the contracts into one of the published document, without what only tells how it was made. */
export function convertSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _of, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return plain(converted) as Schema
}

/** Largest number that code counts exactly: no bound that anybody set. */
const codeBounds: readonly unknown[] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]

const formatOf = new Map(
  [z.iso.date(), z.iso.datetime({ offset: false }), z.uuid()].map((each) => {
    const { pattern, format } = z.toJSONSchema(each)
    return [pattern, format] as const
  }),
)

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(withFormat(value as Schema))
  return Object.fromEntries(
    members
      .filter(([name, member]) => !((name === 'minimum' || name === 'maximum') && codeBounds.includes(member)))
      .map(([name, member]) => [name, plain(member)]),
  )
}

/** Names a format where one stands for a pattern, which is long and says no more. */
function withFormat(schema: Schema): Schema {
  const { pattern, allOf, ...rest } = schema
  const isText = schema['type'] === 'string'
  const given = Array.isArray(allOf) ? allOf.map((each: Schema) => each['pattern']) : [pattern]
  const patterns = given.filter((each) => typeof each === 'string')
  const said = typeof schema['format'] === 'string' ? schema['format'] : undefined
  const format = said ?? patterns.map((each) => formatOf.get(each)).find((known) => known !== undefined)
  if (!isText || format === undefined) return schema
  const [further] = patterns.filter((each) => !formatOf.has(each))
  const isKnown = [...formatOf.values()].includes(format)
  return {
    ...rest,
    format,
    ...(further === undefined || (isKnown && said !== undefined) ? {} : { pattern: further }),
  }
}
