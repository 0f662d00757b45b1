import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/*
 * A payment gateway for development and tests: a server of its own on this machine, with charges, a hosted page, signed reports and
 * refunds, as real gateways have them. It keeps nothing, and no money moves. Never started in production.
 */

const Charge = z.object({
  amount: z.string(),
  currency: z.string(),
  reference: z.string(),
  merchant: z.string(),
  returnUrl: z.url(),
  eventUrl: z.url(),
})
const Refund = z.object({ chargeId: z.string(), amount: z.string(), reference: z.string() })

type StoredRefund = z.infer<typeof Refund> & { id: string; currency: string }

type Stored = z.infer<typeof Charge> & {
  id: string
  state: 'open' | 'paid' | 'failed'
  paidAt: string | null
  /** Key of the account that made it: nobody else sees it. */
  key: string
}

export interface SimulatedGateway {
  readonly url: string
  /** How it answers refunds: `lost` does it and its answer never arrives, `dropped` does not do it and never answers. */
  refunds: 'done' | 'refused' | 'lost' | 'dropped'
  /** Amounts that went back of a charge, as they were asked for. */
  refunded(chargeId: string): readonly string[]
  /** Pays or refuses a charge as its payer would on the hosted page. @returns where the payer's browser is sent to */
  decide(chargeId: string, state: 'paid' | 'failed', options?: { report?: boolean }): Promise<string>
  close(): Promise<void>
}

/** Signs a report as the gateway does. */
export const signReport = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Starts the gateway on a free port of this machine. @param secret by which reports are signed */
export async function startSimulatedGateway(
  secret: string,
  { port = 0, nowMs }: { port?: number; nowMs: () => number },
): Promise<SimulatedGateway> {
  const charges = new Map<string, Stored>()
  const refunds: StoredRefund[] = []
  let url = ''
  const decide: SimulatedGateway['decide'] = async (chargeId, state, { report = true } = {}) => {
    const charge = charges.get(chargeId)
    if (!charge) throw new RangeError(`no charge ${chargeId}`)
    if (charge.state === 'open') {
      charge.state = state
      charge.paidAt = state === 'paid' ? new Date(nowMs()).toISOString() : null
    }
    if (report) await sendReport(charge, secret).catch(() => undefined)
    return `${charge.returnUrl}${charge.returnUrl.includes('?') ? '&' : '?'}charge=${chargeId}`
  }
  const server = createServer((incoming, outgoing) => {
    answer({ charges, refunds, mode: () => gateway.refunds, url: () => url, decide }, incoming, outgoing).catch(() =>
      send(outgoing, 500, {}),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway: SimulatedGateway = {
    url,
    decide,
    refunds: 'done',
    refunded: (chargeId) => refunds.filter((each) => each.chargeId === chargeId).map(({ amount }) => amount),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gateway
}

interface Inside {
  charges: Map<string, Stored>
  refunds: StoredRefund[]
  mode: () => SimulatedGateway['refunds']
  url: () => string
  decide: SimulatedGateway['decide']
}

async function answer(inside: Inside, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://gateway')
  const [, what, id = ''] = pathname.split('/')
  const call = `${incoming.method} ${what}`
  const charge = inside.charges.get(id)
  if (call === 'GET pay' && charge) return sendPage(outgoing, charge)
  if (call === 'POST pay' && charge) {
    const to = await inside.decide(id, searchParams.get('as') === 'paid' ? 'paid' : 'failed')
    outgoing.writeHead(303, { location: to }).end()
    return
  }
  const key = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1]
  if (key === undefined) return send(outgoing, 401, {})
  if (call === 'GET charges' && charge?.key === key) return send(outgoing, 200, publicPart(charge))
  if (call === 'POST charges') return create(inside, key, await readJson(incoming), outgoing)
  if (call === 'GET refunds' && charge?.key === key)
    return send(outgoing, 200, { refunds: inside.refunds.filter(({ chargeId }) => chargeId === id) })
  if (call === 'POST refunds') return refund(inside, key, await readJson(incoming), outgoing)
  send(outgoing, 404, {})
}

const publicPart = ({ id, state, paidAt, amount, currency, reference, merchant }: Stored) => ({
  id,
  state,
  paidAt,
  amount,
  currency,
  reference,
  merchant,
})

/** The same reference is the same charge, whatever is sent again. */
function create({ charges, url }: Inside, key: string, body: unknown, outgoing: ServerResponse): void {
  const asked = Charge.safeParse(body)
  if (!asked.success) return send(outgoing, 400, {})
  const known = [...charges.values()].find((each) => each.key === key && each.reference === asked.data.reference)
  const id = known?.id ?? `ch_${randomBytes(8).toString('hex')}`
  if (!known) charges.set(id, { ...asked.data, id, state: 'open', paidAt: null, key })
  send(outgoing, 200, { id, url: `${url()}/pay/${id}` })
}

/** Every call is a refund of its own, as real gateways have it; never more than was paid. */
function refund({ charges, refunds, mode }: Inside, key: string, body: unknown, outgoing: ServerResponse): void {
  const asked = Refund.safeParse(body)
  const of = asked.success ? charges.get(asked.data.chargeId) : undefined
  if (!asked.success || of?.key !== key || of.state !== 'paid')
    return send(outgoing, 422, { message: 'No such payment' })
  if (mode() === 'refused') return send(outgoing, 422, { message: 'Refunds are not possible for this card' })
  if (mode() === 'dropped') {
    outgoing.destroy()
    return
  }
  const before = refunds.filter(({ chargeId }) => chargeId === of.id)
  const sum = [...before, asked.data].reduce((all, { amount }) => all + Number(amount), 0)
  if (sum > Number(of.amount)) return send(outgoing, 422, { message: 'More than was paid' })
  const made = { ...asked.data, id: `rf_${randomBytes(8).toString('hex')}`, currency: of.currency }
  refunds.push(made)
  if (mode() === 'lost') outgoing.destroy()
  else send(outgoing, 200, made)
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part)
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function send(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendPage(outgoing: ServerResponse, { id, amount, currency, state }: Stored): void {
  const button = (as: string, label: string) =>
    `<form method="post" action="/pay/${id}?as=${as}"><button>${label}</button></form>`
  const buttons = state === 'open' ? button('paid', 'Pay · دفع') + button('failed', 'Decline · رفض') : state
  const page = `<!doctype html><meta charset="utf-8"><title>Simulated gateway</title><h1>${escaped(currency)} ${escaped(amount)}</h1>${buttons}`
  outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function sendReport(charge: Stored, secret: string): Promise<void> {
  const body = JSON.stringify({ eventId: `ev_${charge.id}_${charge.state}`, chargeId: charge.id, state: charge.state })
  const headers = { 'content-type': 'application/json', 'x-signature': signReport(body, secret) }
  return new Promise((resolve, reject) => {
    const report = request(charge.eventUrl, { method: 'POST', headers, timeout: 5_000 }, (answered) => {
      answered.resume()
      answered.on('end', resolve)
    })
    report.on('error', reject)
    report.end(body)
  })
}
