import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A way to the server that a test can spoil: the same pages under another port, and whatever `spoil` does to them. */
export interface Door {
  readonly port: number
  close(): Promise<void>
}

/** Answers true when it has dealt with the request itself. */
export type Spoil = (asked: IncomingMessage, answer: ServerResponse) => boolean

export interface DoorOptions {
  /** Where the real server listens. */
  to: number
  spoil?: Spoil
  /** Changes what a file says on its way to the browser. */
  rewrite?: (path: string, body: string) => string | undefined
}

/** Passes everything on with its host name, so the school stays the same. */
export async function openDoor({ to, spoil, rewrite }: DoorOptions): Promise<Door> {
  const server = createServer((asked, answer) => {
    if (spoil?.(asked, answer)) return
    const { method, url, headers } = asked
    // Plain text can be rewritten; a compressed body can't.
    const forwarded = rewrite ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' } : headers
    const onward = request({ host: '127.0.0.1', port: to, method, path: url, headers: forwarded }, (back) => {
      if (!rewrite) {
        answer.writeHead(back.statusCode ?? 502, back.headers)
        back.pipe(answer)
        return
      }
      const chunks: Buffer[] = []
      back.on('data', (chunk: Buffer) => chunks.push(chunk))
      back.on('end', () => {
        const body = Buffer.concat(chunks)
        const changed = rewrite(new URL(url ?? '/', 'http://door').pathname, body.toString('utf8'))
        const { etag: _etag, 'content-length': _length, ...rest } = back.headers
        const sent = changed === undefined ? body : Buffer.from(changed)
        const length = method === 'HEAD' ? {} : { 'content-length': sent.length }
        answer.writeHead(back.statusCode ?? 502, changed === undefined ? back.headers : { ...rest, ...length })
        answer.end(sent)
      })
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
