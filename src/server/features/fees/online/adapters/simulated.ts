import { amountAt, at, callJson, eventJson, isSigned, refundsOf, textAt } from './gateway-json.ts'
import type { GatewayAccount, GatewayAdapter, GatewayRefund } from './gateway.types.ts'

/* The simulated gateway (`server/node/gateways/simulated-gateway.ts`): a local server for development and tests. */

const placeOf = ({ baseUrl = '' }: GatewayAccount) => ({
  base: baseUrl,
  hosts: URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [],
})

export const simulated: GatewayAdapter = {
  id: 'simulated',
  // The last digit of three must be 0, as some real gateways want it.
  money: { steps: { KWD: 10, BHD: 10, OMR: 10, SAR: 1, AED: 1, QAR: 1, JOD: 10, EGP: 1, USD: 1, EUR: 1 } },

  async createLink(ask, account, call) {
    const { base, hosts } = placeOf(account)
    const { amountText: amount, currency, returnUrl, eventUrl } = ask
    const body = { amount, currency, reference: ask.intentId, merchant: account.merchant, returnUrl, eventUrl }
    const reply = await callJson(call, { url: `${base}/charges`, token: account.apiKey, body, hosts })
    if ('failed' in reply) return reply
    const [gatewayRef, url] = [textAt(reply.body, 'id'), textAt(reply.body, 'url')]
    return gatewayRef === '' || url === '' ? { failed: 'unreadable' } : { gatewayRef, url }
  },

  async fetchStatus(gatewayRef, account, call) {
    const { base, hosts } = placeOf(account)
    const url = `${base}/charges/${encodeURIComponent(gatewayRef)}`
    const reply = await callJson(call, { url, token: account.apiKey, hosts })
    if ('failed' in reply) return reply
    const { body } = reply
    const currency = textAt(body, 'currency')
    const state = textAt(body, 'state')
    return {
      state: state === 'paid' || state === 'failed' ? state : 'open',
      reference: textAt(body, 'reference'),
      amount: amountAt(currency, body, 'amount'),
      currency,
      merchant: textAt(body, 'merchant') || null,
      transaction: textAt(body, 'id'),
      paidAt: textAt(body, 'paidAt') || null,
    }
  },

  async readEvent(raw, header, account) {
    const event = eventJson(raw)
    return {
      isAuthentic: await isSigned(raw, header('x-signature'), account.webhookSecret, 'hex'),
      eventId: textAt(event, 'eventId') || null,
      gatewayRef: textAt(event, 'chargeId') || null,
    }
  },

  async refund({ gatewayRef, amountText, opId }, account, call) {
    const { base, hosts } = placeOf(account)
    const body = { chargeId: gatewayRef, amount: amountText, reference: opId }
    const reply = await callJson(call, { url: `${base}/refunds`, token: account.apiKey, body, hosts })
    if ('failed' in reply) return reply
    return refundOf(reply.body) ?? { failed: 'unreadable' }
  },

  async listRefunds({ gatewayRef }, account, call) {
    const { base, hosts } = placeOf(account)
    const url = `${base}/refunds/${encodeURIComponent(gatewayRef)}`
    const reply = await callJson(call, { url, token: account.apiKey, hosts })
    return 'failed' in reply ? reply : refundsOf(at(reply.body, 'refunds'), refundOf)
  },
}

function refundOf(refund: unknown): GatewayRefund | undefined {
  const refundRef = textAt(refund, 'id')
  if (refundRef === '') return undefined
  const amount = amountAt(textAt(refund, 'currency'), refund, 'amount')
  return { refundRef, reference: textAt(refund, 'reference'), amount, state: 'refunded' }
}
