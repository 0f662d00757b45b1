import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** Reads the whole body, counting bytes as they arrive, whatever its headers claim. @throws AppError request.too-large */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.body) return new Uint8Array(0)
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw new AppError('request.too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limitBytes) {
      await reader.cancel()
      throw new AppError('request.too-large')
    }
    chunks.push(value)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

/** Parses the input by the contract. @throws AppError request.not-json, request.invalid with the invalid field */
export function parseInput<B extends z.ZodType>(endpoint: Endpoint<B>, c: Context, rawBody: Uint8Array): z.output<B> {
  const raw = rawInput(endpoint, c, rawBody)
  refuseUnstorable(raw)
  const parsed = endpoint.body.safeParse(raw)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AppError('request.invalid', field ? { field } : {})
}

function rawInput({ method, query }: Endpoint, c: Context, rawBody: Uint8Array): unknown {
  if (method === 'get') return c.req.query()
  const body = parseJson(rawBody, c.req.header('content-type'))
  if (!query || typeof body !== 'object' || body === null) return body
  const named = query.flatMap((name) => {
    const value = c.req.query(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...body, ...Object.fromEntries(named) }
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Parses a JSON body. An empty body counts as an empty object. A JSON content type is required: other sites' plain forms cannot
 * send it.
 */
export function parseJson(rawBody: Uint8Array, contentType: string | undefined): unknown {
  if (rawBody.byteLength === 0) return {}
  if (!jsonType.test(contentType ?? '')) throw new AppError('request.not-json')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    throw new AppError('request.not-json')
  }
}

const maxDepth = 64

/**
 * Refuses what JSON can spell but no database stores (NUL, half a surrogate pair) and nesting that overflows a stack, so that it
 * is the sender's error and not an internal failure.
 */
function refuseUnstorable(value: unknown) {
  const pending: [unknown, number, string][] = [[value, 0, '']]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [part, depth, path] = next
    if (typeof part === 'string') refuseText(part, path)
    if (typeof part !== 'object' || part === null) continue
    if (depth >= maxDepth) throw new AppError('request.invalid', { field: path.split('.')[0] ?? '' })
    for (const [key, member] of Object.entries(part)) {
      refuseText(key, path)
      pending.push([member, depth + 1, path ? `${path}.${key}` : key])
    }
  }
}

function refuseText(text: string, path: string) {
  if (text.includes('\0') || !text.isWellFormed()) throw new AppError('request.invalid', path ? { field: path } : {})
}
