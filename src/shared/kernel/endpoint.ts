// chunk: zod
import { z } from 'zod'
import type { ApiScope } from './api-scopes.ts'

/** Every call sits under this prefix. */
export const apiPrefix = '/api/v1/oa'

/**
 * Who may call: `open` anyone who names a school · `session` a signed-in person · `device` a paired device that signs
 * the request · `either` one of the two · `sender` a paired device, or a browser that made itself known (visitor.ts) and
 * signs the request · `common` anyone, even without a school · `provider` who runs the installation, above all schools.
 */
export type Audience = 'common' | 'provider' | 'open' | 'session' | 'device' | 'either' | 'sender'

export interface Endpoint<B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** Below the prefix, no parameters in the path: input is the JSON body, or the query of a GET. */
  readonly path: `/${string}`
  readonly audience: Audience
  readonly body: B
  /** Of a call with a body: the parts of the input that stand in the query, as the specification has them. */
  readonly query?: readonly string[]
  readonly reply: R
  /** Largest accepted body in bytes; 64 KB unless said. */
  readonly bodyLimit?: number
  /** Asks for a proof of who sits at the screen that is at most ten minutes old (`auth.step-up-needed`). Of a session's calls. */
  readonly stepUp?: true
  /** Answered with the bytes of a file in place of JSON; the reply is a `FileReply`. */
  readonly isFile?: true
  /** Offered to other programs with a token of this scope, under this name for ever. Of an endpoint for a session that only reads. */
  readonly public?: PublicMark
}

export interface PublicMark {
  readonly scope: ApiScope
  /** `operationId` of the published document. */
  readonly name: string
}

export const endpoint = <B extends z.ZodType, R extends z.ZodType>(e: Endpoint<B, R>): Endpoint<B, R> => e

export const Nothing = z.object({})

export const fileTypes = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A file that is saved where it was asked for. */
export const FileReply = z.object({
  /** With its ending; in any script. */
  name: z.string().min(1).max(200),
  kind: z.enum(['pdf', 'zip', 'csv', 'xml', 'xlsx']),
  bytes: z.instanceof(Uint8Array),
})
export type FileReply = z.infer<typeof FileReply>

/** The shape of every refusal. `message` is English for people reading logs; screens show the text of `messageId`. */
export const Refusal = z.object({
  success: z.literal(false),
  messageId: z.string(),
  message: z.string(),
  field: z.string().optional(),
  retryAfterMs: z.int().optional(),
  serverTime: z.iso.datetime().optional(),
})
export type Refusal = z.infer<typeof Refusal>

/** A text in both languages. */
export const Bilingual = z.object({ en: z.string(), ar: z.string() })
export type Bilingual = z.infer<typeof Bilingual>
