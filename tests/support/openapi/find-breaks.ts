import type { ApiOperation, ApiParameter, ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'

/*
 * Which changes of the published document break programs that were written for it. What they send must still be taken, what they
 * read must still be there.
 */

/**
 * `sent` by programs: what was taken must be taken. `read` by programs: what was told must be told. `parsed` by our own app: it
 * refuses an answer with a value, a length or a field that its schema does not know.
 */
type Way = 'sent' | 'read' | 'parsed'

const isSchema = (value: unknown): value is ApiSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemaAt = (schema: ApiSchema, name: string): ApiSchema => (isSchema(schema[name]) ? schema[name] : {})
const listAt = (schema: ApiSchema, name: string): readonly unknown[] =>
  Array.isArray(schema[name]) ? schema[name] : []
const optionsOf = (schema: ApiSchema): readonly ApiSchema[] | undefined => {
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return options.filter(isSchema)
  const { type } = schema
  return Array.isArray(type) ? type.map((each: unknown) => ({ ...schema, type: each })) : undefined
}
const notes = new Set(['default', 'description', 'title', 'examples', 'readOnly'])
const takesAll = (schema: ApiSchema): boolean => Object.keys(schema).every((name) => notes.has(name))

const typesOf = (schema: ApiSchema): readonly unknown[] => {
  const { type } = schema
  return type === undefined ? [] : Array.isArray(type) ? type : [type]
}
const valuesOf = (schema: ApiSchema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined
const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value

const hasType = (types: readonly unknown[], type: unknown): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const same = ['pattern', 'multipleOf', 'uniqueItems', 'contentEncoding'] as const

/** Values of `from` that are outside of the bounds of `to`. */
function boundsOf(from: ApiSchema, to: ApiSchema, at: string): string[] {
  const isLow = (name: string) => to[name] !== undefined && !(Number(from[name] ?? -Infinity) >= Number(to[name]))
  const isHigh = (name: string) => to[name] !== undefined && !(Number(from[name] ?? Infinity) <= Number(to[name]))
  const isOther = (name: string) => to[name] !== undefined && to[name] !== from[name]
  return [...lower.filter(isLow), ...upper.filter(isHigh), ...same.filter(isOther)].map(
    (name) => `${at}: ${name} is narrower`,
  )
}

function valueMisfits(from: ApiSchema, to: ApiSchema, at: string, way: Way): string[] | undefined {
  const [given, taken] = [valuesOf(from), valuesOf(to)]
  // Lists of codes in answers may grow: the document says so.
  if (given && taken)
    return way === 'read'
      ? []
      : given.filter((one) => !taken.includes(one)).map((one) => `${at}: no ${String(one)} any more`)
  if (taken) return [`${at}: only certain values`]
  if (given) return given.every((one) => hasType(typesOf(to), typeOfValue(one))) ? [] : [`${at}: another type`]
  return undefined
}

function objectMisfits(from: ApiSchema, to: ApiSchema, at: string, way: Way): string[] {
  const [given, taken] = [schemaAt(from, 'properties'), schemaAt(to, 'properties')]
  const [old, now] = way === 'sent' ? [given, taken] : [taken, given]
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name))
  const needed = listAt(to, 'required').filter((name) => !listAt(from, 'required').includes(name))
  const shared = Object.keys(given).filter((name) => Object.hasOwn(taken, name))
  const added = way === 'parsed' && to['additionalProperties'] === false ? Object.keys(given) : []
  const isRecord = isSchema(from['additionalProperties']) && isSchema(to['additionalProperties'])
  return [
    ...gone.map((name) => `${at}.${name}: removed`),
    ...added.filter((name) => !Object.hasOwn(taken, name)).map((name) => `${at}.${name}: not known there`),
    ...needed
      .filter((name) => !gone.includes(String(name)))
      .map((name) => `${at}.${String(name)}: ${way === 'sent' ? 'required now' : 'may be missing now'}`),
    ...shared.flatMap((name) => misfits(schemaAt(given, name), schemaAt(taken, name), `${at}.${name}`, way)),
    ...(isRecord
      ? misfits(schemaAt(from, 'additionalProperties'), schemaAt(to, 'additionalProperties'), `${at}.*`, way)
      : []),
  ]
}

/** Lists values of `from` that `to` does not take, by their place. */
function misfits(from: ApiSchema, to: ApiSchema, at: string, way: Way): string[] {
  const isOther = JSON.stringify(from['default']) !== JSON.stringify(to['default'])
  return [...(way === 'sent' && isOther ? [`${at}: another default`] : []), ...valuesOutside(from, to, at, way)]
}

function valuesOutside(from: ApiSchema, to: ApiSchema, at: string, way: Way): string[] {
  if (takesAll(to)) return []
  if (takesAll(from)) return [`${at}: not anything any more`]
  const options = optionsOf(from)
  if (options) return options.flatMap((one) => valuesOutside(one, to, at, way))
  const alternatives = optionsOf(to)
  if (alternatives) return fewest(alternatives.map((one) => valuesOutside(from, one, at, way)))
  const byValue = valueMisfits(from, to, at, way)
  if (byValue) return byValue
  if (!typesOf(from).every((type) => hasType(typesOf(to), type))) return [`${at}: another type`]
  if (to['format'] !== undefined && to['format'] !== from['format']) return [`${at}: another format`]
  const hasItems = isSchema(from['items']) || isSchema(to['items'])
  return [
    ...(way === 'read' ? [] : boundsOf(from, to, at)),
    ...objectMisfits(from, to, at, way),
    ...(hasItems ? misfits(schemaAt(from, 'items'), schemaAt(to, 'items'), `${at}[]`, way) : []),
  ]
}

/** Of several alternatives, the one that comes nearest. */
const fewest = (tries: readonly string[][]): string[] => tries.toSorted((a, b) => a.length - b.length)[0] ?? []

/** Breaks of what programs send, or read. @param old schema as it was published */
export const schemaBreaks = (old: ApiSchema, now: ApiSchema, way: Way, at = ''): string[] =>
  way === 'sent' ? misfits(old, now, at, way) : misfits(now, old, at, way)

const bodyOf = (holder: unknown): ApiSchema => {
  if (!isSchema(holder)) return {}
  return schemaAt(schemaAt(schemaAt(holder, 'content'), 'application/json'), 'schema')
}

const asObject = (parameters: readonly ApiParameter[]): ApiSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

function operationBreaks(old: ApiOperation, now: ApiOperation, at: string): string[] {
  return [
    ...(old.operationId === now.operationId ? [] : [`${at}: another operationId`]),
    ...(JSON.stringify(old.security) === JSON.stringify(now.security) ? [] : [`${at}: another scope`]),
    ...schemaBreaks(asObject(old.parameters ?? []), asObject(now.parameters ?? []), 'sent', `${at} query`),
    ...schemaBreaks(bodyOf(old.requestBody), bodyOf(now.requestBody), 'sent', `${at} body`),
    ...schemaBreaks(bodyOf(old.responses['200']), bodyOf(now.responses['200']), 'read', `${at} answer`),
  ]
}

/** Lists what breaks programs that were written for the old document, by place; empty where nothing does. */
export function findBreaks(old: OpenApiDocument, now: OpenApiDocument): string[] {
  return Object.entries(old.paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const [before, after] = [methods[method], now.paths[path]?.[method]]
      if (!before) return []
      const at = `${method} ${path}`
      return after ? operationBreaks(before, after, at) : [`${at}: removed`]
    }),
  )
}
