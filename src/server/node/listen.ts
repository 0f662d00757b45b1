import { createServer } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HeaderSettings } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'
import { unreadableCalls } from './unreadable-call.ts'

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
