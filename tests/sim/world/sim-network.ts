import type { RawAnswer } from '#local/device/signed-send.ts'
import type { PushReply } from '#shared/sync/sync.contract.ts'
import { refusalText } from '#tests/sim/model-server.ts'
import type { Life } from './sim-life.ts'
import type { Caller, ServerAnswer, SimServer } from './sim-server.ts'
import type { SimTime } from './sim-time.ts'

/** What can become of one request on its way there and back. */
export const netFaults = [
  'lose-request',
  'lose-answer',
  'slow',
  'time-out',
  'late',
  'twice',
  'twice-second',
  'truncate',
  'portal',
  'portal-json',
  'redirect',
  'stale-answer',
  'forget-verdict',
  'forget-all',
  'shuffle-verdicts',
  'strange-verdict',
  'proxy-4xx',
  'proxy-5xx',
  'ours-401',
  'ours-403',
  'ours-426',
  'ours-429',
  'ours-503',
  'ours-5xx',
  'ours-408',
] as const
export type NetFault = (typeof netFaults)[number]

/** How likely an accident is, and which kinds there are. */
export interface Weather {
  probability: number
  faults: readonly NetFault[]
}

export const calm: Weather = { probability: 0, faults: [] }

/** The way between the devices and the server, the same for all. */
export interface SimNetwork {
  weather: Weather
  isOffline: boolean
  /** The next requests meet these, one each. */
  script: NetFault[]
  /** Somebody on the way refuses requests with this text in them, whatever else they carry. */
  refusedText: { text: string; status: number; isOurs: boolean } | undefined
  send(life: Life, caller: Caller, path: string, body: unknown): Promise<RawAnswer>
  /** How often each accident was met. */
  met: Map<NetFault | 'refused-text', number>
  requests(): number
  /** Told of every answer of the server that is on its way to a device. */
  onServed(caller: Caller, path: string, text: string, answer: ServerAnswer): void
}

type Tell = (outcome: ServerAnswer | Error) => void

const lost = () => new TypeError('Failed to fetch')
const ours = { 'x-sync-protocol': '1', 'content-type': 'application/json' }

export function openSimNetwork(time: SimTime, server: SimServer): SimNetwork {
  const { random } = time
  let requests = 0
  let stale: ServerAnswer | undefined
  const pickFault = (): NetFault | undefined => {
    const scripted = network.script.shift()
    if (scripted) return scripted
    const { probability, faults } = network.weather
    return random.float() < probability ? faults[Math.floor(random.float() * faults.length)] : undefined
  }
  const tripMs = () => 5 + 120 * random.float()
  /** The request arrives at the server, now. */
  const serve = async ({ caller, path, text }: Sent): Promise<ServerAnswer> => {
    const rule = network.refusedText
    if (rule && text.includes(rule.text)) {
      count('refused-text')
      return rule.isOurs ? said(rule.status, 'request.invalid') : { status: rule.status, headers: {}, text: 'no' }
    }
    const working = server.handle(caller, path, text)
    const answer = working instanceof Promise ? await working : working
    network.onServed(caller, path, text, answer)
    return answer
  }
  const count = (fault: NetFault | 'refused-text') => network.met.set(fault, (network.met.get(fault) ?? 0) + 1)
  const parts: FaultParts = {
    time,
    tripMs,
    serve,
    stale: () => stale,
    arrive: (sent, then) =>
      time.after(tripMs(), async () => {
        const answer = await serve(sent)
        stale ??= answer.status === 200 ? answer : undefined
        if (random.float() < 0.1 && answer.status === 200) stale = answer
        then(answer)
      }),
  }
  const network: SimNetwork = {
    weather: calm,
    isOffline: false,
    script: [],
    refusedText: undefined,
    met: new Map(),
    requests: () => requests,
    onServed: () => undefined,
    send: (life, caller, path, body) =>
      new Promise((resolve, reject) => {
        requests += 1
        const text = JSON.stringify(body)
        let isTold = false
        const tell: Tell = (outcome) => {
          if (isTold) return
          isTold = true
          giveUp()
          life.enter(() => (outcome instanceof Error ? reject(outcome) : resolve(rawOf(outcome))))
        }
        // The client gives up by itself, as the real one does by size.
        const patienceMs = 10_000 + Math.ceil(text.length / 20_480) * 1000
        const giveUp = time.after(patienceMs, () => tell(new DOMException('', 'TimeoutError')))
        if (network.isOffline) return void time.after(tripMs() / 5, () => tell(lost()))
        const fault = pickFault()
        if (fault) count(fault)
        act(parts, fault, { caller, path, text }, tell)
      }),
  }
  return network
}

const rawOf = ({ status, headers, text }: ServerAnswer): RawAnswer => ({ status, headers: new Headers(headers), text })
const said = (status: number, messageId: Parameters<typeof refusalText>[0], more: object = {}): ServerAnswer => ({
  status,
  headers: ours,
  text: refusalText(messageId, more),
})

interface Sent {
  caller: Caller
  path: string
  text: string
}

interface FaultParts {
  time: SimTime
  tripMs(): number
  serve(sent: Sent): Promise<ServerAnswer>
  arrive(sent: Sent, then: (answer: ServerAnswer) => void): void
  stale(): ServerAnswer | undefined
}

const foreign4xx = [400, 402, 403, 404, 405, 407, 409, 413, 414, 422, 426, 429, 431, 451]
const foreign5xx = [500, 501, 502, 503, 504, 507, 511, 520, 522, 530]

function act(parts: FaultParts, fault: NetFault | undefined, sent: Sent, tell: Tell): void {
  const { time, tripMs, arrive } = parts
  const { random } = time
  const back = (answer: ServerAnswer | Error, ms = tripMs()) => void time.after(ms, () => tell(answer))
  const oneOf = (list: readonly number[]) => list[Math.floor(random.float() * list.length)] ?? 500
  const html = (status: number) =>
    back({ status, headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' })
  const withReply = (change: (reply: PushReply) => void) =>
    arrive(sent, (answer) => {
      if (answer.status !== 200) return back(answer)
      const reply = JSON.parse(answer.text) as PushReply
      if (Array.isArray(reply.results)) change(reply)
      back({ ...answer, text: JSON.stringify(reply) })
    })
  switch (fault) {
    case undefined:
      return arrive(sent, (answer) => back(answer))
    case 'lose-request':
      return back(lost())
    case 'lose-answer':
      return arrive(sent, () => back(lost()))
    case 'slow':
      return void time.after(9000 * random.float(), () => arrive(sent, (answer) => back(answer, 9000 * random.float())))
    case 'time-out':
      return arrive(sent, () => undefined)
    case 'late':
      time.after(30_000 * random.float(), () => arrive(sent, () => undefined))
      return back(lost())
    case 'twice':
      return arrive(sent, (answer) => {
        back(answer)
        arrive(sent, () => undefined)
      })
    case 'twice-second':
      return arrive(sent, () => arrive(sent, (answer) => back(answer)))
    case 'truncate':
      return arrive(sent, (answer) =>
        back({ ...answer, text: answer.text.slice(0, answer.text.length * random.float()) }),
      )
    case 'portal':
      return html(200)
    case 'portal-json':
      return back({ status: 200, headers: { 'content-type': 'application/json' }, text: '{"success":true}' })
    case 'redirect':
      return back(lost())
    case 'stale-answer':
      return back(parts.stale() ?? lost())
    case 'forget-verdict':
      return withReply((reply) => void reply.results.splice(Math.floor(random.float() * reply.results.length), 1))
    case 'forget-all':
      return withReply((reply) => void reply.results.splice(0))
    case 'shuffle-verdicts':
      return withReply((reply) => {
        reply.results = reply.results.toReversed()
      })
    case 'strange-verdict':
      return withReply((reply) => void reply.results.push({ opId: 'no-such-operation', outcome: 'applied' }))
    case 'proxy-4xx':
      return html(oneOf(foreign4xx))
    case 'proxy-5xx':
      return html(oneOf(foreign5xx))
    case 'ours-401':
      return back(said(401, random.float() < 0.5 ? 'device.bad-signature' : 'device.unknown'))
    case 'ours-403':
      return back(said(403, 'device.revoked'))
    case 'ours-408':
      return back(said(random.float() < 0.5 ? 408 : 425, 'server.busy'))
    case 'ours-426':
      return back(said(426, 'sync.upgrade-needed'))
    case 'ours-429':
      return back(said(429, 'request.too-many', { retryAfterMs: Math.floor(90_000 * random.float()) }))
    case 'ours-503':
      return back({ ...said(503, 'server.busy'), headers: { ...ours, 'retry-after': String(oneOf([1, 5, 30, 120])) } })
    case 'ours-5xx':
      return back(said(oneOf([500, 502, 504]), 'server.failed'))
  }
}
