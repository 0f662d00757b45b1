import { z } from 'zod'
import { apiScopes, apiTokenPrefix } from '#shared/kernel/api-scopes.ts'
import { apiPrefix, type Endpoint, Refusal } from '#shared/kernel/endpoint.ts'
import type { ApiOperation, ApiParameter, ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'

interface OperationText {
  readonly summary: string
  readonly description: string
}

const byNext = (sent: string): string =>
  `Page by page: send \`next\` of an answer as \`${sent}\` with the next call, until it is null. A row that stays where it is comes once.`

/** What the published operations do, by name. In English: read by people who write programs. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  listPupils: { summary: 'Lists the pupils of the school', description: byNext('after') },
  readPupil: { summary: 'Reads one pupil', description: 'By its `customerId`, which never changes.' },
  listClasses: {
    summary: 'Lists the classes of a school year',
    description: 'Without a year, of the one in whose classes pupils are.',
  },
  listEnquiries: { summary: 'Lists enquiries of families', description: byNext('after') },
  listStudents: { summary: 'Lists applications', description: byNext('after') },
  listSeats: {
    summary: 'Lists places with their seats',
    description: 'How many seats each campus, year, grade and stream has, and how many are taken.',
  },
  listAppointments: {
    summary: 'Lists appointments with families',
    description: 'Days are in the time zone of the school. With `hasMore`, ask for fewer days.',
  },
  listFeeBalances: { summary: 'Lists children with what is open', description: byNext('after') },
  readFeeAccount: {
    summary: 'Reads the fees of a child',
    description:
      'What its payers owe and have paid, by admission number or id of the file, with invoices and receipts.',
  },
  readFeeDocument: { summary: 'Reads an invoice, credit note, receipt or refund', description: 'As it was issued.' },
  readFeeReceipt: { summary: 'Reads a receipt', description: 'With what it settles now.' },
  listTransactions: {
    summary: 'Lists sales, voids and movements of cash',
    description: `The latest first. ${byNext('before')}`,
  },
  readSale: { summary: 'Reads one sale', description: 'As its receipt has it.' },
  listShifts: {
    summary: 'Lists shifts of tills',
    description: 'The latest first, 200 at most: `isCut` says that there are more.',
  },
  listSalesByTill: {
    summary: 'Sums sales by till and day',
    description: 'Business days, both included; `per=day` makes a row for each till and day.',
  },
  listPupilAccounts: {
    summary: 'Lists pupil accounts with what moved them',
    description: `Business days, both included. ${byNext('after')}`,
  },
  readCatalogue: { summary: 'Reads what the canteens sell', description: 'All of it, hidden items too.' },
}

type Schema = Record<string, unknown>

/** Converts a schema of the contracts into one of the published document, without what only tells how it was made. */
function convertSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
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

/** An endpoint that other programs may call. */
export type OfferedEndpoint = Endpoint & { readonly public: NonNullable<Endpoint['public']> }

export const isOffered = (endpoint: Endpoint): endpoint is OfferedEndpoint => endpoint.public !== undefined

const description =
  `Reads what a school keeps. Each call carries a token of the school in \`Authorization: Bearer ${apiTokenPrefix}…\`, made at
“Other programs” in its settings; it opens the calls of its scopes, and of those what its maker may.

Amounts are whole numbers of the smallest unit of the currency. Instants are UTC, days are \`YYYY-MM-DD\` in the time zone of the school.
Answers may get further fields, and lists of codes further values: pass over what you do not know. Nothing else changes within this version.`
    .replaceAll('\n\n', '\u0000')
    .replaceAll('\n', ' ')
    .replaceAll('\u0000', '\n\n')

/** Parameters of a call without a body. A number is typed as what it is read as. */
function parametersOf(body: z.ZodType): ApiParameter[] {
  const { required = [] } = convertSchema(body, 'input') as { required?: string[] }
  const { properties = {} } = convertSchema(body, 'output') as { properties?: Record<string, ApiSchema> }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const asJson = (schema: ApiSchema) => ({ content: { 'application/json': { schema } } })
const refused = { $ref: '#/components/responses/refused' }
const refusals = { '400': refused, '401': refused, '403': refused, '404': refused, '429': refused }

function operationOf({ method, body, reply, public: { name, scope } }: OfferedEndpoint): ApiOperation {
  const { summary, description: says } = operationTexts[name] ?? { summary: name, description: '' }
  const parameters = method === 'get' ? parametersOf(body) : []
  return {
    operationId: name,
    summary,
    description: says,
    tags: [scope],
    security: [{ token: [scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'get' ? {} : { requestBody: { required: true, ...asJson(convertSchema(body, 'input')) } }),
    responses: { '200': { description: 'The answer', ...asJson(convertSchema(reply, 'output')) }, ...refusals },
  }
}

const byPath = (a: OfferedEndpoint, b: OfferedEndpoint) => (a.path < b.path ? -1 : 1)

/** Writes the document of the calls that are offered to other programs. Its address is relative: the same text serves every school. */
export function openApiDocument(offered: readonly OfferedEndpoint[]): OpenApiDocument {
  const sorted = offered.toSorted(byPath)
  return {
    openapi: '3.1.0',
    info: { title: 'Bawaba', version: '1', description },
    servers: [{ url: apiPrefix }],
    tags: apiScopes.map((name) => ({ name })),
    paths: Object.fromEntries(sorted.map((each) => [each.path, { [each.method]: operationOf(each) }])),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: `A token of the school, from \`${apiTokenPrefix}\` on.` },
      },
      responses: {
        refused: { description: 'Refused; `messageId` says why.', ...asJson(convertSchema(Refusal, 'output')) },
      },
    },
  }
}
