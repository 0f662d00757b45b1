import type { ApiScope } from '#shared/kernel/api-scopes.ts'

/** JSON Schema as the document uses it. */
export type ApiSchema = Readonly<Record<string, unknown>>

/** The published document, as OpenAPI 3.1 has it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: ApiScope }[]
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', ApiOperation>>>>>
  readonly components: ApiSchema
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly { readonly token: readonly ApiScope[] }[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: ApiSchema
  readonly responses: Readonly<Record<string, ApiSchema>>
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly schema: ApiSchema
}
