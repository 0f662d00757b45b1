import ky, { HTTPError, type KyInstance, type ResponsePromise } from 'ky'
import type { z } from 'zod'
import { apiPrefix, type Endpoint, Refusal } from '#shared/kernel/endpoint.ts'
import { AppError, isMessageId, isTransient, type MessageId, requiresSignIn } from '#shared/kernel/errors.ts'

/** Identification headers of a request; read again for each request. */
export interface Identification {
  schoolCode: string | undefined
  clientId: string | undefined
  token: string | undefined
}

export interface HttpOptions {
  /** Origin only; empty for the page's own. */
  origin?: string
  identify: () => Identification
  fetch?: typeof fetch
  /**
   * Called when a 401 ends a session; transport knows no screens. `token` is the one the refused request carried, undefined when
   * it carried none: by then another person may be signed in.
   */
  onSessionEnded?: (messageId: MessageId, token: string | undefined) => void
}

/** The specification's request timeout. */
export const requestTimeoutMs = 60_000
/** An export may hold a thousand documents, each of which has to be rendered. */
const fileTimeoutMs = 600_000

/** The request was never sent: neither a school nor a client is known on this device. */
export class MissingClientId extends Error {
  override name = 'MissingClientId'
  constructor() {
    super('Missing client-id')
  }
}

const bearer = 'Bearer '

export type Http = ReturnType<typeof openHttp>

/**
 * Creates the HTTP client. It adds `school-id`, `client-id` and the bearer token (not below /auth), refuses to send a request
 * without a school, and parses every answer by its contract.
 */
export function openHttp(options: HttpOptions) {
  const client = ky.create({
    prefix: `${options.origin ?? ''}${apiPrefix}`,
    retry: 0,
    timeout: requestTimeoutMs,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  })
  return {
    client,
    /** Whether the server itself answers: a portal in its place would not answer like this. */
    probe: async (timeout: number): Promise<boolean> => {
      try {
        const answer = await client.get('healthz', { prefix: options.origin ?? '/', timeout, cache: 'no-store' }).json()
        return (answer as { success?: unknown } | null)?.success === true
      } catch {
        return false
      }
    },
    headersFor: (path: string) => headersFor(path, options.identify()),
    onSessionEnded: options.onSessionEnded,
  }
}

/** Returns the headers of a request. @throws MissingClientId unless the path contains /common (specification §5). */
export function headersFor(path: string, who: Identification): Record<string, string> {
  const school = who.schoolCode ?? who.clientId
  if (!school && !path.includes('/common')) throw new MissingClientId()
  const headers: Record<string, string> = {}
  if (school) {
    headers['school-id'] = school
    headers['client-id'] = who.clientId ?? school
  }
  if (who.token && !path.includes('/auth')) headers.authorization = bearer + who.token
  return headers
}

/**
 * Calls an endpoint; resolves with its parsed reply.
 * @throws AppError with the server's messageId; L000 when the answer had no readable body or never came.
 */
export async function call<B extends z.ZodType, R extends z.ZodType>(
  http: Http,
  to: Endpoint<B, R>,
  input: z.input<B>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<z.output<R>> {
  const headers = http.headersFor(to.path)
  try {
    const reply = await send(http.client, to, input, {
      headers,
      ...(to.isFile && { timeout: fileTimeoutMs }),
      ...(signal && { signal }),
    })
    return to.reply.parse(reply)
  } catch (error) {
    const failure = readFailure(error)
    if (requiresSignIn(failure.messageId) && to.audience === 'session') {
      http.onSessionEnded?.(failure.messageId, headers.authorization?.slice(bearer.length))
    }
    throw failure
  }
}

interface SendOptions {
  headers: Record<string, string>
  timeout?: number
  /** Aborts the call. */
  signal?: AbortSignal
}

function send(client: KyInstance, to: Endpoint, input: unknown, options: SendOptions): Promise<unknown> {
  const path = to.path.slice(1)
  if (to.method === 'get') {
    const query = Object.entries(input as Record<string, unknown>).filter(([, v]) => v !== undefined)
    return answerOf(to, client.get(path, { ...options, searchParams: query.map(([k, v]) => [k, String(v)]) }))
  }
  const entries = Object.entries(input as Record<string, unknown>)
  const isQuery = (name: string) => to.query?.includes(name) === true
  const query = entries.filter(([name]) => isQuery(name)).map(([name, value]) => [name, String(value)])
  const json = Object.fromEntries(entries.filter(([name]) => !isQuery(name)))
  return answerOf(to, client(path, { method: to.method, ...options, json, searchParams: query }))
}

const answerOf = (to: Endpoint, answer: ResponsePromise): Promise<unknown> =>
  to.isFile ? answer.then((response) => fileOf(response)) : answer.json()

/** Returns the file with its name from the server. */
async function fileOf(response: Response): Promise<unknown> {
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const name = decodeURIComponent(named)
  return { name, kind: /\.(\w+)$/.exec(name)?.[1], bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** Converts any failure to an AppError. */
export function readFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = refusalOf(error instanceof HTTPError ? error.data : undefined, error)
  if (error instanceof HTTPError) failure.status = error.response.status
  return failure
}

/**
 * Converts a refusal's body to an AppError. An unknown failure of a newer server becomes a general server error; a refusal stays
 * a refusal. L000 without a readable body.
 */
export function refusalOf(body: unknown, cause?: unknown): AppError {
  const refusal = Refusal.safeParse(body)
  if (!refusal.success) return new AppError('L000', { cause })
  const { messageId, field, retryAfterMs } = refusal.data
  const isServers = cause instanceof HTTPError && cause.response.status >= 500
  if (!isMessageId(messageId) || (isServers && !isTransient(messageId))) return new AppError('server.failed', { cause })
  return new AppError(messageId, {
    cause,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
