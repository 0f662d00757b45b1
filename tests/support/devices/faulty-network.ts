import type { Wire } from './device-kit.ts'
import type { TestTime } from './test-time.ts'

/** What can go wrong with one request. */
export const faults = [
  'lose-request',
  'lose-answer',
  'server-500',
  'server-503',
  'unproven',
  'portal',
  'proxy-413',
  'cut-off',
  'forget-verdict',
  'slow',
  'twice',
  'late',
] as const
export type Fault = (typeof faults)[number]

export interface FaultyNetwork {
  wire: Wire
  /** The next requests meet these, one each; after that all is well. */
  expect(...faults: readonly Fault[]): void
  /** All is well from now on. */
  heal(): void
  offline: boolean
  /** Something on the way refuses every request that holds this text. */
  refusedText: string | undefined
  /** What the server was handed, whatever came back. */
  served(): number
  /** Resolves once the server has nothing in hand. */
  idle(): Promise<void>
}

const lost = () => new TypeError('Failed to fetch')
const ours = { 'x-sync-protocol': '1', 'content-type': 'application/json' }
const refusal = (status: number, messageId: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ success: false, messageId, message: '' }), { status, headers: { ...ours, ...headers } })

/** A way to a server with scripted accidents. */
export function openFaultyNetwork(server: Wire, time: TestTime): FaultyNetwork {
  let script: Fault[] = []
  let inHand = 0
  let served = 0
  const never = new AbortController().signal
  const serve: Wire = async (request) => {
    inHand += 1
    served += 1
    try {
      return await server(request.clone())
    } finally {
      inHand -= 1
    }
  }
  const accidents: Record<Fault, Wire> = {
    'lose-request': () => Promise.reject(lost()),
    'lose-answer': async (request) => {
      await serve(request)
      throw lost()
    },
    'server-500': async () => refusal(500, 'server.failed'),
    'server-503': async () => refusal(503, 'server.busy', { 'retry-after': '5' }),
    unproven: async () => refusal(401, 'device.bad-signature'),
    portal: async () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }),
    'proxy-413': async () => new Response('too much', { status: 413 }),
    'cut-off': async (request) => {
      const { status, headers, text } = await taken(await serve(request))
      return new Response(text.slice(0, text.length / 2), { status, headers })
    },
    'forget-verdict': async (request) => {
      const { status, headers, text } = await taken(await serve(request))
      const reply = JSON.parse(text) as { results?: unknown[] }
      reply.results?.pop()
      return new Response(JSON.stringify(reply), { status, headers })
    },
    slow: async (request) => {
      const answer = await serve(request)
      await time.sleep(4000, never)
      return answer
    },
    twice: async (request) => {
      const answer = await serve(request)
      await serve(request)
      return answer
    },
    late: async (request) => {
      void time.sleep(7000, never).then(() => serve(request))
      throw lost()
    },
  }
  const network: FaultyNetwork = {
    offline: false,
    refusedText: undefined,
    wire: async (request) => {
      if (network.offline) throw lost()
      const { refusedText } = network
      if (refusedText && (await request.clone().text()).includes(refusedText)) return accidents['proxy-413'](request)
      const fault = script.shift()
      return fault ? accidents[fault](request) : serve(request)
    },
    expect: (...next) => script.push(...next),
    heal: () => {
      script = []
      network.offline = false
      network.refusedText = undefined
    },
    served: () => served,
    idle: async () => {
      while (inHand > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
  return network
}

const taken = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers,
  text: await answer.text(),
})
