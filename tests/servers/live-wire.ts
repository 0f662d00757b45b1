import { once } from 'node:events'
import { request as call, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { parseJson } from '#local/kernel/json.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { Batch, Operation, pushOps, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { Wire } from '#tests/support/devices/device-kit.ts'

const pushAddress = apiPrefix + pushOps.path

/**
 * Listens to one till's calls and remembers what it was told is safe. Whatever a server once acknowledged it must know
 * for ever: no later answer may stand below it, ask for it again, or apply it a second time.
 */
export class Witness {
  /** Ids that an answer which reached the till has acknowledged. */
  readonly acknowledged = new Set<string>()
  /** Each breach once, however often it is repeated. */
  readonly broken = new Set<string>()
  /** What a server said last, for the person who wonders why nothing moves. */
  lastAnswer = 'none'
  /** How often a server said that it can't now. */
  refused = 0
  readonly #applied = new Set<string>()
  readonly #onAcknowledged: () => void
  #highest = 0

  constructor(onAcknowledged: () => void) {
    this.#onAcknowledged = onAcknowledged
  }

  /** How far answers must stand that are asked for from now on. */
  floor(): number {
    return this.#highest
  }

  hear(asked: string, answered: string, { floor, reachesTill }: { floor: number; reachesTill: boolean }): void {
    const batch = Batch.safeParse(parseJson(asked))
    const reply = pushOps.reply.safeParse(parseJson(answered))
    if (!batch.success || !reply.success) return
    const seqs = new Map(batch.data.ops.map((op) => Operation.parse(op)).map(({ opId, seq }) => [String(opId), seq]))
    for (const { opId, outcome, expectedSeq = Infinity } of reply.data.results) {
      const seq = seqs.get(opId) ?? 0
      if (outcome === 'gap' && expectedSeq <= floor)
        this.broken.add(`lost: number ${expectedSeq} is asked for again, and ${floor} was acknowledged`)
      if (outcome === 'applied' && this.#applied.has(opId)) this.broken.add(`doubled: ${opId} was applied twice`)
      if (outcome === 'applied') this.#applied.add(opId)
      if (!reachesTill || (outcome !== 'applied' && outcome !== 'duplicate')) continue
      this.acknowledged.add(opId)
      this.#highest = Math.max(this.#highest, seq)
      this.#onAcknowledged()
    }
    for (const received of Object.values(reply.data.received))
      if (received < floor) this.broken.add(`lost: received up to ${received}, and ${floor} was acknowledged`)
  }
}

export interface WayOptions {
  schoolCode: string
  witness: Witness
  random: Random
  /** The ports where this till may knock now. */
  ports(): readonly number[]
  /** How likely a batch is handed to a second server at the same moment, as a retry on another way would. */
  twice?: number
}

/** The way of one till to the servers, over real HTTP, each call through a door chosen at random. */
export function openWay({ schoolCode, witness, random, ports, twice = 0 }: WayOptions): Wire {
  const pick = (among: readonly number[]) => among[Math.floor(random.float() * among.length)] ?? 0
  const knock = async (port: number, request: Request, body: string, reachesTill: boolean): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const floor = witness.floor()
    const headers = { ...Object.fromEntries(request.headers), host: `${schoolCode}.localhost:${port}` }
    // A server in production knows a school by its host name alone, which fetch would not let us choose.
    const asked = call({ host: '127.0.0.1', port, method: request.method, path: pathname + search, headers })
    const cut = () => asked.destroy()
    request.signal.addEventListener('abort', cut)
    asked.end(request.method === 'GET' ? undefined : body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const text = await textOf(answer)
    request.signal.removeEventListener('abort', cut)
    const { statusCode: status = 0 } = answer
    witness.lastAnswer = `${status} ${text.slice(0, 200)}`
    if (status === 503) witness.refused += 1
    else if (status >= 500) witness.broken.add(`failed: ${pathname} answered ${status} ${text}`)
    const protocol = answer.headers[syncProtocolHeader]
    if (status === 200 && protocol !== undefined && pathname === pushAddress)
      witness.hear(body, text, { floor, reachesTill })
    return new Response(text, { status, headers: answer.headers as Record<string, string> })
  }
  return async (request) => {
    const body = await request.text()
    const port = pick(ports())
    const other = pick(ports().filter((each) => each !== port))
    const isPush = request.url.endsWith(pushAddress)
    if (isPush && other && random.float() < twice) void knock(other, request, body, false).catch(() => undefined)
    return knock(port, request, body, true)
  }
}
