import { type Currency, currencyExponents, toDecimalText } from '#shared/kernel/money.ts'
import { amountAt, at, callJson, eventJson, isSigned, refundsOf, textAt } from './gateway-json.ts'
import type { GatewayAdapter, GatewayRefund, GatewayStatus } from './gateway.types.ts'

/* Tap, API version 2, by its public documentation. */

const host = 'api.tap.company'
const base = `https://${host}/v2`

const failedStates = ['ABANDONED', 'CANCELLED', 'FAILED', 'DECLINED', 'RESTRICTED', 'VOID', 'TIMEDOUT'] as const

export const tap: GatewayAdapter = {
  id: 'tap',
  money: { steps: { KWD: 1, SAR: 1, AED: 1, QAR: 1, BHD: 1, OMR: 1, JOD: 1, EGP: 1, USD: 1, EUR: 1 } },

  async createLink(ask, account, call) {
    const body = {
      amount: Number(ask.amountText),
      currency: ask.currency,
      customer_initiated: true,
      threeDSecure: true,
      save_card: false,
      description: ask.description,
      reference: { transaction: ask.intentId, order: ask.intentId, idempotent: ask.intentId },
      customer: { first_name: ask.payer.name, ...(ask.payer.email === null ? {} : { email: ask.payer.email }) },
      ...(account.merchant === '' ? {} : { merchant: { id: account.merchant } }),
      source: { id: 'src_all' },
      post: { url: ask.eventUrl },
      redirect: { url: ask.returnUrl },
    }
    const reply = await callJson(call, { url: `${base}/charges`, token: account.apiKey, body, hosts: [host] })
    if ('failed' in reply) return reply
    const [gatewayRef, url] = [textAt(reply.body, 'id'), textAt(reply.body, 'transaction', 'url')]
    return gatewayRef === '' || url === '' ? { failed: 'unreadable' } : { gatewayRef, url }
  },

  async fetchStatus(gatewayRef, account, call) {
    const url = `${base}/charges/${encodeURIComponent(gatewayRef)}`
    const reply = await callJson(call, { url, token: account.apiKey, hosts: [host] })
    return 'failed' in reply ? reply : statusOf(reply.body)
  },

  async readEvent(raw, header, account) {
    const charge = eventJson(raw)
    const currency = textAt(charge, 'currency')
    const amount = amountAt(currency, charge, 'amount')
    // The amount is signed with all decimals of its currency, however the body writes it.
    const decimals = amount === null || !isKnown(currency) ? textAt(charge, 'amount') : toDecimalText(amount, currency)
    const text = [
      `x_id${textAt(charge, 'id')}`,
      `x_amount${decimals}`,
      `x_currency${currency}`,
      `x_gateway_reference${textAt(charge, 'reference', 'gateway')}`,
      `x_payment_reference${textAt(charge, 'reference', 'payment')}`,
      `x_status${textAt(charge, 'status')}`,
      `x_created${textAt(charge, 'transaction', 'created')}`,
    ].join('')
    return {
      isAuthentic: await isSigned(text, header('hashstring'), account.apiKey, 'hex'),
      // It names the charge and not the event: the same charge reports several times.
      eventId: null,
      gatewayRef: textAt(charge, 'id') || null,
    }
  },

  async refund({ gatewayRef, amountText, currency, opId }, account, call) {
    const body = {
      charge_id: gatewayRef,
      amount: Number(amountText),
      currency,
      reason: 'requested_by_customer',
      reference: { merchant: opId },
    }
    const reply = await callJson(call, { url: `${base}/refunds`, token: account.apiKey, body, hosts: [host] })
    if ('failed' in reply) return reply
    return refundOf(reply.body) ?? { failed: 'unreadable' }
  },

  async listRefunds({ gatewayRef }, account, call) {
    const body = { charges: [gatewayRef], limit: 50 }
    const reply = await callJson(call, { url: `${base}/refunds/list`, token: account.apiKey, body, hosts: [host] })
    if ('failed' in reply) return reply
    const list = at(reply.body, 'refunds')
    const all: readonly unknown[] | undefined = Array.isArray(list) ? list : undefined
    return refundsOf(
      all?.filter((refund) => textAt(refund, 'charge_id') === gatewayRef),
      refundOf,
    )
  },
}

const isKnown = (text: string): text is Currency => Object.hasOwn(currencyExponents, text)

const failedRefunds = ['DECLINED', 'FAILED', 'CANCELLED', 'REJECTED'] as const

function refundOf(refund: unknown): GatewayRefund | undefined {
  const [refundRef, status] = [textAt(refund, 'id'), textAt(refund, 'status').toUpperCase()]
  if (refundRef === '') return undefined
  const failed: readonly string[] = failedRefunds
  return {
    refundRef,
    reference: textAt(refund, 'reference', 'merchant'),
    amount: amountAt(textAt(refund, 'currency'), refund, 'amount'),
    state: status === 'REFUNDED' ? 'refunded' : failed.includes(status) ? 'failed' : 'pending',
  }
}

function statusOf(charge: unknown): GatewayStatus | { failed: 'unreadable' } {
  const state = textAt(charge, 'status').toUpperCase()
  if (state === '') return { failed: 'unreadable' }
  const currency = textAt(charge, 'currency')
  const paidMs = Number(textAt(charge, 'transaction', 'created'))
  const names: readonly string[] = failedStates
  const isLive = at(charge, 'live_mode')
  return {
    state: state === 'CAPTURED' ? 'paid' : names.includes(state) ? 'failed' : 'open',
    reference: textAt(charge, 'reference', 'order'),
    amount: amountAt(currency, charge, 'amount'),
    currency,
    merchant: textAt(charge, 'merchant', 'id') || null,
    ...(typeof isLive === 'boolean' ? { isLive } : {}),
    transaction: textAt(charge, 'reference', 'payment') || textAt(charge, 'id'),
    paidAt: paidMs > 0 && at(charge, 'transaction', 'created') !== undefined ? new Date(paidMs).toISOString() : null,
  }
}
