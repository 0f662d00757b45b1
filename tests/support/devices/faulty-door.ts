import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pushOps } from '#shared/sync/sync.contract.ts'

/** One batch on its way: what it says, how to hand it to the server, and how to answer or not. */
export interface Call {
  readonly batch: { batchId: string; ops: { opId: string; seq: number }[] }
  /** The server takes it in, whatever the browser hears of it. */
  pass(): Promise<Passed>
  reply(answer: Passed): void
  /** The line is cut: no answer, or no more of it. */
  cut(): void
  readonly answer: ServerResponse
}

export interface Passed {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What happens to one batch. */
export type Accident = (call: Call) => Promise<void> | void

export interface FaultyDoor {
  readonly port: number
  /** Nothing gets through, although the way to the door is there: a router without a line. */
  isDown: boolean
  /** Every batch meets this until it is set to undefined. */
  always: Accident | undefined
  /** The next batches meet these, one each. */
  next(...accidents: Accident[]): void
  /** How many accidents of `next` have happened. */
  happened(): number
  close(): Promise<void>
}

const ours = { 'x-sync-protocol': '1', 'content-type': 'application/json' }

export const says = (status: number, body: string, headers: Record<string, string> = {}): Passed => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: Buffer.from(body),
})

/** A refusal as the server itself words it. */
export const refuses = (status: number, messageId: string, headers: Record<string, string> = {}): Passed =>
  says(status, JSON.stringify({ success: false, messageId, message: '' }), { ...ours, ...headers })

/** What can happen to a batch, by the number of the scenario it stands for. */
export const accidents = {
  'F1 the request is lost': ({ cut }) => cut(),
  'F2 T08 the answer is lost': async ({ pass, cut }) => {
    await pass()
    cut()
  },
  'F3 the server has failed': ({ reply }) => reply(refuses(500, 'server.failed')),
  'F3 a proxy finds no server': ({ reply }) => reply(says(502, '<h1>Bad gateway</h1>')),
  'F3 the server is busy and says until when': ({ reply }) =>
    reply(refuses(503, 'server.busy', { 'retry-after': '1' })),
  'F5 the answer ends in the middle': async ({ pass, answer }) => {
    const { status, headers, body } = await pass()
    answer.writeHead(status, { ...headers, 'content-length': body.length })
    answer.write(body.subarray(0, body.length / 2))
    await pause(20)
    answer.destroy()
  },
  'F6 a portal answers with its page': ({ reply }) => reply(says(200, '<html>Welcome, please sign in</html>')),
  'F6 a portal leads elsewhere': ({ reply }) => reply(says(302, '', { location: '/welcome' })),
  'F6 a portal answers with JSON of its own': ({ reply }) =>
    reply(says(200, '{"success":true,"results":[]}', { 'content-type': 'application/json' })),
  'F7 a verdict is missing from the answer': async ({ pass, reply }) => {
    const passed = await pass()
    const said = JSON.parse(passed.body.toString()) as { results: unknown[] }
    reply({ ...passed, body: Buffer.from(JSON.stringify({ ...said, results: said.results.slice(1) })) })
  },
  'F8 the device is not believed': ({ reply }) => reply(refuses(401, 'device.bad-signature')),
} satisfies Record<string, Accident>

/** Another way to the same server, on which batches meet with accidents. Everything else passes with its host name. */
export async function openFaultyDoor(to: number): Promise<FaultyDoor> {
  const script: Accident[] = []
  let happened = 0
  const door = { isDown: false, always: undefined as Accident | undefined }
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await readBody(asked)
    if (door.isDown) return answer.destroy()
    const pass = () => forward(to, asked, body)
    const reply = (passed: Passed) => {
      const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = passed.headers
      answer.writeHead(passed.status, { ...headers, 'content-length': passed.body.length })
      answer.end(asked.method === 'HEAD' ? undefined : passed.body)
    }
    const isBatch = asked.url?.endsWith(pushOps.path) && asked.method === 'POST'
    const accident = isBatch ? (script.shift() ?? door.always) : undefined
    if (!accident) return reply(await pass())
    await accident({ batch: JSON.parse(body.toString()), pass, reply, answer, cut: () => answer.destroy() })
    happened += 1
  }
  const server = createServer((asked, answer) => void serve(asked, answer).catch(() => answer.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return Object.assign(door, {
    port: typeof address === 'object' && address ? address.port : 0,
    next: (...more: Accident[]) => void script.push(...more),
    happened: () => happened,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function readBody(from: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of from) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Through the back door: a compressed answer could not be cut or changed. */
async function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Passed> {
  const onward = request({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  onward.end(body)
  const [back] = (await once(onward, 'response')) as [IncomingMessage]
  return { status: back.statusCode ?? 502, headers: back.headers, body: await readBody(back) }
}
