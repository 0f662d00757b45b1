import { createServer, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { refusalBody } from '#server/http/errors.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type HeaderSettings, headersFor } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

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

export interface Listening {
  port: number
  /** Accepts no new requests, lets running ones finish (at most `limitMs`), then aborts the rest. */
  stop(limitMs: number): Promise<void>
}

/** Setting that names the port, for messages. */
type PortSetting = 'PORT' | 'METRICS_PORT'

type ListenSettings = HeaderSettings & Partial<Pick<Settings, 'listenAddress'>>

/** Listens on every address of this machine, where the settings name none: the school's tablets connect over its network. */
export async function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  port: number,
  settings: ListenSettings = {},
  name: PortSetting = 'PORT',
): Promise<Listening> {
  const unreadable = unreadableCalls(settings)
  const answer = getRequestListener(app.fetch, { errorHandler: unreadable.answer })
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.on('clientError', unreadable.close)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, name)))
    server.listen(port, settings.listenAddress, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: (limitMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), limitMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function explain(error: NodeJS.ErrnoException, port: number, name: PortSetting) {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program; stop that one, or set ${name} to another number.`,
    EADDRNOTAVAIL: 'This machine has no such address; set LISTEN_ADDRESS or METRICS_ADDRESS to another one.',
    EACCES: `This user may not listen on port ${port}; set ${name} to a number above 1023.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence ? new StartupError('port-taken', sentence, { cause: error }) : error
}
