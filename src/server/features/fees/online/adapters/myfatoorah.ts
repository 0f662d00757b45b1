import type { GatewayCountry } from '#shared/fees/online/gateway.rules.ts'
import { amountAt, at, callJson, eventJson, isSigned, refundsOf, textAt } from './gateway-json.ts'
import type { GatewayAccount, GatewayAdapter, GatewayRefund, GatewayStatus } from './gateway.types.ts'

/* MyFatoorah, API version 2 and webhooks version 2, by its public documentation. */

const liveHosts: Readonly<Record<GatewayCountry, string>> = {
  AE: 'api-ae.myfatoorah.com',
  SA: 'api-sa.myfatoorah.com',
  QA: 'api-qa.myfatoorah.com',
  EG: 'api-eg.myfatoorah.com',
  KW: 'api.myfatoorah.com',
  BH: 'api.myfatoorah.com',
  OM: 'api.myfatoorah.com',
  JO: 'api.myfatoorah.com',
}

/** Currencies as its answers shorten them. */
const shortNames: Readonly<Record<string, string>> = {
  KD: 'KWD',
  SR: 'SAR',
  QR: 'QAR',
  BD: 'BHD',
  OR: 'OMR',
  JD: 'JOD',
}

const hostOf = ({ isLive, country }: GatewayAccount): string => (isLive ? liveHosts[country] : 'apitest.myfatoorah.com')

const post = (
  path: string,
  body: object,
  account: GatewayAccount,
  call: Parameters<GatewayAdapter['fetchStatus']>[2],
) => {
  const host = hostOf(account)
  return callJson(call, { url: `https://${host}/v2/${path}`, token: account.apiKey, body, hosts: [host] })
}

/** Fields over which an event of a payment is signed, in this order; null is empty. */
const signed = [
  ['Invoice', 'Id'],
  ['Invoice', 'Status'],
  ['Transaction', 'Status'],
  ['Transaction', 'PaymentId'],
  ['Invoice', 'ExternalIdentifier'],
] as const

export const myFatoorah: GatewayAdapter = {
  id: 'myfatoorah',
  money: { steps: { KWD: 1, SAR: 1, AED: 1, QAR: 1, BHD: 1, OMR: 1, JOD: 1, EGP: 1 } },

  async createLink(ask, account, call) {
    const body = {
      NotificationOption: 'LNK',
      CustomerName: ask.payer.name,
      ...(ask.payer.email === null ? {} : { CustomerEmail: ask.payer.email }),
      InvoiceValue: Number(ask.amountText),
      DisplayCurrencyIso: ask.currency,
      CallBackUrl: ask.returnUrl,
      ErrorUrl: ask.returnUrl,
      Language: ask.language,
      CustomerReference: ask.intentId,
      ExpiryDate: ask.expiresAt,
    }
    const reply = await post('SendPayment', body, account, call)
    if ('failed' in reply) return reply
    const [gatewayRef, url] = [textAt(reply.body, 'Data', 'InvoiceId'), textAt(reply.body, 'Data', 'InvoiceURL')]
    return gatewayRef === '' || url === '' ? { failed: 'unreadable' } : { gatewayRef, url }
  },

  async fetchStatus(gatewayRef, account, call) {
    const reply = await post('GetPaymentStatus', { Key: gatewayRef, KeyType: 'InvoiceId' }, account, call)
    return 'failed' in reply ? reply : statusOf(reply.body)
  },

  async readEvent(raw, header, account) {
    const event = eventJson(raw)
    const data = at(event, 'Data')
    const text = signed.map((path) => `${path.join('.')}=${textAt(data, ...path)}`).join(',')
    return {
      isAuthentic: await isSigned(text, header('myfatoorah-signature'), account.webhookSecret, 'base64'),
      eventId: textAt(event, 'Event', 'Reference') || null,
      gatewayRef: textAt(data, 'Invoice', 'Id') || null,
    }
  },

  async refund({ gatewayRef, amountText, currency, opId }, account, call) {
    const body = {
      KeyType: 'InvoiceId',
      Key: gatewayRef,
      ServiceChargeOnCustomer: false,
      Amount: Number(amountText),
      Comment: opId,
      ExternalIdentifier: opId,
    }
    const reply = await post('MakeRefund', body, account, call)
    if ('failed' in reply) return reply
    return refundOf(at(reply.body, 'Data'), currency) ?? { failed: 'unreadable' }
  },

  async listRefunds({ gatewayRef, currency }, account, call) {
    const reply = await post('GetRefundStatus', { Key: gatewayRef, KeyType: 'InvoiceId' }, account, call)
    if ('failed' in reply) return reply
    return refundsOf(at(reply.body, 'Data', 'RefundStatusResult'), (refund) => refundOf(refund, currency))
  },
}

/** A refund that was just asked for has no status yet: it waits for the gateway's approval. */
function refundOf(refund: unknown, currency: string): GatewayRefund | undefined {
  const [refundRef, status] = [textAt(refund, 'RefundReference'), textAt(refund, 'RefundStatus').toLowerCase()]
  if (refundRef === '') return undefined
  return {
    refundRef,
    reference: textAt(refund, 'ExternalIdentifier'),
    amount: amountAt(currency, refund, 'Amount'),
    state: status === 'refunded' ? 'refunded' : /^cancell?ed$/.test(status) ? 'failed' : 'pending',
  }
}

/** An invoice may have failed attempts besides the one that succeeded; it is open until it is paid. */
function statusOf(body: unknown): GatewayStatus | { failed: 'unreadable' } {
  const data = at(body, 'Data')
  const state = textAt(data, 'InvoiceStatus')
  const attempts = at(data, 'InvoiceTransactions')
  const list: readonly unknown[] = Array.isArray(attempts) ? attempts : []
  // Its documentation spells the status without the last e.
  const paid = list.find((attempt) => /^succe?ss$/i.test(textAt(attempt, 'TransactionStatus')))
  if (state === '') return { failed: 'unreadable' }
  const short = textAt(paid, 'Currency').toUpperCase()
  const currency = shortNames[short] ?? short
  const paidOn = Date.parse(textAt(paid, 'TransactionDate'))
  return {
    state:
      state.toLowerCase() === 'paid' && paid !== undefined
        ? 'paid'
        : /^(cancell?ed|expired)$/i.test(state)
          ? 'failed'
          : 'open',
    reference: textAt(data, 'CustomerReference'),
    amount: amountAt(currency, data, 'InvoiceValue'),
    currency,
    merchant: null,
    transaction: textAt(paid, 'PaymentId'),
    paidAt: Number.isNaN(paidOn) ? null : new Date(paidOn).toISOString(),
  }
}
