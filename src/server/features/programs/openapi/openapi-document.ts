import type { z } from 'zod'
import { apiScopes, apiTokenPrefix } from '#shared/kernel/api-scopes.ts'
import { apiPrefix, type Endpoint, Refusal } from '#shared/kernel/endpoint.ts'
import type { ApiOperation, ApiParameter, ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'
import { convertSchema } from './convert-schema.ts'
import { operationTexts } from './operation-texts.ts'

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
