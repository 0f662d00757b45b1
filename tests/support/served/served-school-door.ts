import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'

/** Another way to the same server, under a port of its own, that can be shut for some of what is asked. */
export interface Door {
  readonly port: number
  /** Asked for each path on its way; true shuts the door in its face. Nothing is shut at first. */
  shuts: (path: string) => boolean
  close(): Promise<void>
}

/** Passes everything on with its host name, so the school stays the same. */
export async function openDoor(to: number): Promise<Door> {
  const door = { shuts: (_path: string) => false }
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    if (door.shuts(new URL(url ?? '/', 'http://door').pathname)) return answer.destroy()
    const onward = request({ host: '127.0.0.1', port: to, method, path: url, headers }, (back: IncomingMessage) => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    return asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return Object.assign(door, {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
