import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Another way to the same server, under a port of its own: what passes through it can be changed. */
export interface Door {
  readonly port: number
  close(): Promise<void>
}

export interface DoorOptions {
  /** Where the real server listens. */
  to: number
  /** Changes what a file says on its way to the browser. */
  rewrite: (path: string, body: string) => string | undefined
}

/** Passes everything on with its host name, so the school stays the same. */
export async function openDoor({ to, rewrite }: DoorOptions): Promise<Door> {
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    // Plain text can be rewritten; a compressed body can't.
    const forwarded = { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' }
    const onward = request({ host: '127.0.0.1', port: to, method, path: url, headers: forwarded }, (back) => {
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
