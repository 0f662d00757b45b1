import type { ApiSchema } from '#shared/programs/api-document.types.ts'

/** A field of what is sent or answered, in its place. */
export interface SchemaField {
  /** `rows[].name`, from the outermost on. */
  readonly path: string
  readonly depth: number
  readonly isRequired: boolean
  readonly schema: ApiSchema
}

const isSchema = (value: unknown): value is ApiSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Alternatives of a schema: those it names, or one for each of its types. */
function allAlternatives(schema: ApiSchema): readonly ApiSchema[] {
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return options.filter(isSchema)
  const { type } = schema
  return Array.isArray(type) ? type.map((each: unknown) => ({ ...schema, type: each })) : [schema]
}

const isNull = (schema: ApiSchema): boolean => schema['type'] === 'null'

/** Alternatives of a schema other than null. */
export const alternativesOf = (schema: ApiSchema): readonly ApiSchema[] =>
  allAlternatives(schema).filter((each) => !isNull(each))

export const isNullable = (schema: ApiSchema): boolean => allAlternatives(schema).some(isNull)

/** What stands within a schema: the items of its lists, and its only alternative beside null. */
function inner(schema: ApiSchema, mark = ''): { of: ApiSchema; mark: string } {
  const [only, ...others] = alternativesOf(schema)
  if (!only || others.length > 0) return { of: schema, mark }
  const { items } = only
  return isSchema(items) ? inner(items, `${mark}[]`) : { of: only, mark }
}

/** Lists the fields of a schema, outer ones before those within them. */
export function fieldsOf(schema: ApiSchema, before = '', depth = 0): SchemaField[] {
  const { of, mark } = inner(schema)
  const stem = before === '' ? '' : `${before}${mark}.`
  const options = alternativesOf(of)
  if (options.length > 1)
    return options.flatMap((each) => (isSchema(each['properties']) ? fieldsOf(each, before, depth) : []))
  const properties = isSchema(of['properties']) ? of['properties'] : {}
  const required = Array.isArray(of['required']) ? of['required'] : []
  return Object.entries(properties)
    .filter((entry): entry is [string, ApiSchema] => isSchema(entry[1]))
    .flatMap(([name, field]) => [
      { path: `${stem}${name}`, depth, isRequired: required.includes(name), schema: field },
      ...fieldsOf(field, `${stem}${name}`, depth + 1),
    ])
}

/** Names the type of a schema as programmers read it: `string (date) | null`, `object[]`. */
export function typeText(schema: ApiSchema): string {
  const names = alternativesOf(schema).map((each) => {
    if ('const' in each) return JSON.stringify(each['const'])
    if (isSchema(each['items'])) return `${typeText(each['items'])}[]`
    const type = typeof each['type'] === 'string' ? each['type'] : 'any'
    return typeof each['format'] === 'string' ? `${type} (${each['format']})` : type
  })
  return [...new Set(names), ...(isNullable(schema) ? ['null'] : [])].join(' | ')
}

/** Codes that a schema lists. */
export const codesOf = (schema: ApiSchema): string[] =>
  alternativesOf(schema).flatMap((each) => {
    if (Array.isArray(each['enum'])) return each['enum'].map(String)
    return isSchema(each['items']) ? codesOf(each['items']) : []
  })

const texts: Readonly<Record<string, string>> = {
  uuid: '0190a5a5-0000-7000-8000-000000000001',
  date: '2030-03-03',
  'date-time': '2030-03-03T06:00:00.000Z',
  email: 'name@school.example',
  uri: 'https://school.example',
}

/** Makes an example of a schema: the first alternative, one of each list. */
export function exampleOf(schema: ApiSchema): unknown {
  if (schema['default'] !== undefined) return schema['default']
  const [first = {}] = alternativesOf(schema)
  if ('const' in first) return first['const']
  if (Array.isArray(first['enum'])) return first['enum'][0]
  if (isSchema(first['items'])) return [exampleOf(first['items'])]
  if (isSchema(first['properties'])) {
    const entries = Object.entries(first['properties']).filter((entry): entry is [string, ApiSchema] =>
      isSchema(entry[1]),
    )
    return Object.fromEntries(entries.map(([name, field]) => [name, exampleOf(field)]))
  }
  const { type, format, minimum } = first
  if (type === 'string') return texts[String(format)] ?? 'text'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 0
  return type === 'object' ? {} : null
}
