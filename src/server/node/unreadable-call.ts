import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { refusalBody } from '#server/http/errors.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type HeaderSettings, headersFor } from './security-headers.ts'

/** Refusals of calls that cannot be read: the application never sees them, and cannot answer them itself. */
export interface UnreadableCalls {
  /** Answers a call whose parts make no request, mostly for its host. */
  answer(error: unknown): Response
  /** Answers on the connection what is no HTTP, and closes it. */
  close(error: NodeJS.ErrnoException, connection: Duplex): void
}

const statusOfParser: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export function unreadableCalls(settings: HeaderSettings): UnreadableCalls {
  const headers = { ...headersFor(settings), 'cache-control': 'no-store', 'content-type': 'application/json' }
  const answerWith = (messageId: MessageId, status: number) =>
    new Response(JSON.stringify(refusalBody(messageId)), { status, headers })
  return {
    answer: (error) =>
      error instanceof RequestError ? answerWith('tenant.missing', 400) : answerWith('server.failed', 500),
    close: (error, connection) => {
      // The client may still be reading an earlier answer on this connection: nothing is written into it.
      const hadAnswer = 'bytesWritten' in connection && connection.bytesWritten !== 0
      if (error.code === 'ECONNRESET' || !connection.writable || hadAnswer) return void connection.destroy()
      const status = statusOfParser[error.code ?? ''] ?? 400
      const isTooLarge = status === 431 || status === 413
      const body = JSON.stringify(refusalBody(isTooLarge ? 'request.too-large' : 'request.invalid'))
      const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    },
  }
}
