import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { type PushReply, pushOps, syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'

/** What the way to the server is like in one round. */
export interface Weather {
  delayMs: number
  /** Of ten requests one never arrives, one arrives but its answer does not, and one is answered 503. */
  seed?: number
}

/** A server that remembers how often it did what it was asked to, and nothing else. */
export interface OpServer {
  answer(request: IncomingMessage, response: ServerResponse): void
  /** Forgets what was and begins another round. */
  begin(weather: Weather): void
  /** How often each operation was applied since then. */
  applied(): ReadonlyMap<string, number>
}

type Fate = 'well' | 'dropped' | 'answer-lost' | 'busy'

/**
 * Takes operations in batches as our own server does, and one by one at `/op` as peers send them. Batches and whatever
 * carries an `idempotency-key` are applied once; a bare request is applied as often as it comes.
 */
export function openOpServer(): OpServer {
  let weather: Weather = { delayMs: 0 }
  let random = seededRandom(0)
  let applied = new Map<string, number>()
  let keys = new Set<string>()
  const nextFate = (): Fate => {
    if (weather.seed === undefined) return 'well'
    const at = random.float()
    return at < 0.1 ? 'dropped' : at < 0.2 ? 'answer-lost' : at < 0.3 ? 'busy' : 'well'
  }
  const apply = (id: string) => applied.set(id, (applied.get(id) ?? 0) + 1)
  const applyBare = (body: string, key: string | undefined) => {
    if (key !== undefined && keys.has(key)) return
    if (key !== undefined) keys.add(key)
    apply((JSON.parse(body) as { id: string }).id)
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const fate = nextFate()
    const body = await text(request)
    await new Promise((resolve) => setTimeout(resolve, weather.delayMs))
    // A browser sends again by itself what is lost on a connection that has worked before; so every connection is new.
    if (weather.seed !== undefined) response.setHeader('connection', 'close')
    if (fate === 'dropped') return void request.socket.destroy()
    if (fate === 'busy')
      return void response.writeHead(503, ours).end('{"success":false,"messageId":"server.busy","message":""}')
    const isBatch = request.url === `${apiPrefix}${pushOps.path}`
    const reply = isBatch
      ? answerBatch(body, applied, apply)
      : applyBare(body, request.headers['idempotency-key']?.toString())
    if (fate === 'answer-lost') return void request.socket.destroy()
    response.writeHead(200, ours).end(JSON.stringify(reply ?? {}))
  }
  return {
    answer: (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(404).end()
      handle(request, response).catch(() => request.socket.destroy())
    },
    begin: (next) => {
      weather = next
      random = seededRandom(next.seed ?? 0)
      applied = new Map()
      keys = new Set()
    },
    applied: () => applied,
  }
}

const ours = { [syncProtocolHeader]: String(syncProtocol), 'content-type': 'application/json' }

interface Sent {
  batchId: string
  ops: { opId: string }[]
}

function answerBatch(body: string, applied: ReadonlyMap<string, number>, apply: (id: string) => void): PushReply {
  const { batchId, ops } = JSON.parse(body) as Sent
  const results = ops.map(({ opId }, i) => {
    const isKnown = applied.has(opId)
    if (!isKnown) apply(opId)
    return { opId, outcome: isKnown ? ('duplicate' as const) : ('applied' as const), serverVersion: i + 1 }
  })
  return {
    batchId,
    serverTime: new Date().toISOString(),
    minProtocol: syncProtocol,
    results,
    received: {},
  }
}
