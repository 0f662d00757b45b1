import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { GatewayCall, GatewayReply } from '#server/kernel/outside/payment-gateways.ts'
import { minor } from '#shared/kernel/money.ts'
import { intentFault } from '../settle-intent.service.ts'
import type { GatewayAccount, LinkAsk } from './gateway.types.ts'
import { myFatoorah } from './myfatoorah.ts'
import { tap } from './tap.ts'

const account: GatewayAccount = { isLive: true, country: 'KW', merchant: '', apiKey: 'sk_x', webhookSecret: 'hook' }
const ask: LinkAsk = {
  intentId: '01900000-0000-7000-8000-000000000001',
  amount: minor(12_345),
  amountText: '12.345',
  currency: 'KWD',
  description: 'Fees',
  language: 'ar',
  payer: { name: 'A Payer', email: null },
  returnUrl: 'https://school.example/pay',
  eventUrl: 'https://school.example/event',
  expiresAt: '2026-11-25T10:00:00.000Z',
}
/** A gateway that answers every call by the same body, and what it was asked. */
function answering(body: unknown, status = 200) {
  const calls: GatewayCall[] = []
  const call = (asked: GatewayCall): Promise<GatewayReply> => {
    calls.push(asked)
    return Promise.resolve({ status, body })
  }
  return { calls, call }
}
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const headers = (all: Record<string, string>) => (name: string) => all[name]

describe('MyFatoorah', () => {
  it('makes a link by the school’s own host alone', async () => {
    const { calls, call } = answering({ Data: { InvoiceId: 91, InvoiceURL: 'https://pay.example/91' } })
    expect(await myFatoorah.createLink(ask, account, call)).toEqual({ gatewayRef: '91', url: 'https://pay.example/91' })
    expect(calls[0]).toMatchObject({ url: 'https://api.myfatoorah.com/v2/SendPayment', hosts: ['api.myfatoorah.com'] })
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ InvoiceValue: 12.345, CustomerReference: ask.intentId })
    const qatar = answering({})
    expect(await myFatoorah.createLink(ask, { ...account, country: 'QA' }, qatar.call)).toEqual({
      failed: 'unreadable',
    })
    expect(qatar.calls[0]?.hosts).toEqual(['api-qa.myfatoorah.com'])
  })

  it('FEE-34: is paid only with an attempt that succeeded', async () => {
    const reply = (status: string, attempt: string) => ({
      Data: {
        InvoiceStatus: status,
        InvoiceValue: 12.345,
        CustomerReference: ask.intentId,
        InvoiceTransactions: [
          { TransactionStatus: 'Failed', PaymentId: '1', Currency: 'KD' },
          { TransactionStatus: attempt, PaymentId: '2', Currency: 'KD', TransactionDate: '2026-11-25T09:00:00Z' },
        ],
      },
    })
    const status = (body: unknown) => myFatoorah.fetchStatus('91', account, answering(body).call)
    expect(await status(reply('Paid', 'Succss'))).toEqual({
      state: 'paid',
      reference: ask.intentId,
      amount: 12_345,
      currency: 'KWD',
      merchant: null,
      transaction: '2',
      paidAt: '2026-11-25T09:00:00.000Z',
    })
    expect(await status(reply('Pending', 'InProgress'))).toMatchObject({ state: 'open' })
    expect(await status(reply('Paid', 'InProgress'))).toMatchObject({ state: 'open' })
    expect(await status({})).toEqual({ failed: 'unreadable' })
  })

  it('FEE-32: verifies an event over its ordered fields, null as empty', async () => {
    const event = {
      Event: { Reference: 'WH-1' },
      Data: {
        Invoice: { Id: '91', Status: 'PAID', ExternalIdentifier: null },
        Transaction: { Status: 'SUCCESS', PaymentId: '2' },
      },
    }
    const text =
      'Invoice.Id=91,Invoice.Status=PAID,Transaction.Status=SUCCESS,Transaction.PaymentId=2,Invoice.ExternalIdentifier='
    const signature = createHmac('sha256', 'hook').update(text).digest('base64')
    const read = (signed: string) =>
      myFatoorah.readEvent(bytes(event), headers({ 'myfatoorah-signature': signed }), account)
    expect(await read(signature)).toEqual({ isAuthentic: true, eventId: 'WH-1', gatewayRef: '91' })
    expect(await read('AAAA')).toMatchObject({ isAuthentic: false })
    expect(await myFatoorah.readEvent(bytes([]), headers({}), account)).toEqual({
      isAuthentic: false,
      eventId: null,
      gatewayRef: null,
    })
  })

  it('FEE-40: a refund waits for its approval, and is found again by our id', async () => {
    const asked = { gatewayRef: '91', amountText: '2.000', currency: 'KWD' as const, opId: ask.intentId }
    const made = answering({ Data: { Key: '91', RefundReference: 'R1', Amount: 2 } })
    expect(await myFatoorah.refund(asked, account, made.call)).toMatchObject({ refundRef: 'R1', state: 'pending' })
    const refund = { RefundReference: 'R1', RefundStatus: 'Refunded', Amount: 2, ExternalIdentifier: ask.intentId }
    const list = (of: object) => answering({ Data: { RefundStatusResult: [{ ...refund, ...of }] } }).call
    const find = (of: object) => myFatoorah.listRefunds(asked, account, list(of))
    expect(await find({})).toEqual({
      refunds: [{ refundRef: 'R1', reference: ask.intentId, amount: 2_000, state: 'refunded' }],
    })
    expect(await find({ RefundStatus: 'Canceled' })).toMatchObject({ refunds: [{ state: 'failed' }] })
    expect(await find({ RefundReference: null })).toEqual({ failed: 'unreadable' })
    const no = answering({ IsSuccess: false, Message: 'No balance' }, 400)
    expect(await myFatoorah.refund(asked, account, no.call)).toEqual({ failed: 'refused', why: 'No balance' })
    expect(await myFatoorah.refund(asked, account, answering({}, 503).call)).toEqual({ failed: 'unreachable' })
  })
})

describe('Tap', () => {
  it('makes a charge with our reference as idempotency key, and asks for it by its id', async () => {
    const made = answering({ id: 'chg_1', transaction: { url: 'https://pay.example/1' } })
    expect(await tap.createLink(ask, { ...account, merchant: 'm1' }, made.call)).toEqual({
      gatewayRef: 'chg_1',
      url: 'https://pay.example/1',
    })
    expect(JSON.parse(made.calls[0]?.body ?? '')).toMatchObject({
      amount: 12.345,
      reference: { idempotent: ask.intentId },
      merchant: { id: 'm1' },
    })
    const charge = {
      status: 'CAPTURED',
      amount: 12.5,
      currency: 'KWD',
      reference: { order: ask.intentId, payment: 'p1' },
      merchant: { id: 'm1' },
      transaction: { created: '1764061200000' },
    }
    const asked = answering(charge)
    expect(await tap.fetchStatus('chg_1', account, asked.call)).toEqual({
      state: 'paid',
      reference: ask.intentId,
      amount: 12_500,
      currency: 'KWD',
      merchant: 'm1',
      transaction: 'p1',
      paidAt: '2025-11-25T09:00:00.000Z',
    })
    expect(asked.calls[0]).toMatchObject({ method: 'GET', url: 'https://api.tap.company/v2/charges/chg_1' })
    const test = await tap.fetchStatus('x', account, answering({ ...charge, live_mode: false }).call)
    if ('failed' in test) throw new Error(test.failed)
    const wanted = { id: ask.intentId, amount: minor(12_500), currency: 'KWD' as const }
    expect(intentFault(wanted, test, { merchant: 'm1', isLive: true })).toBe('merchant')
    expect(intentFault(wanted, test, { merchant: 'm1', isLive: false })).toBeUndefined()
    expect(await tap.fetchStatus('x', account, answering({ ...charge, status: 'DECLINED' }).call)).toMatchObject({
      state: 'failed',
    })
    expect(await tap.fetchStatus('x', account, answering({ ...charge, status: 'INITIATED' }).call)).toMatchObject({
      state: 'open',
    })
    expect(await tap.fetchStatus('x', account, answering({}, 401).call)).toEqual({ failed: 'denied' })
    expect(await tap.fetchStatus('x', account, answering({}, 404).call)).toEqual({ failed: 'refused' })
  })

  it('FEE-40: finds the refunds of one charge alone', async () => {
    const refund = { id: 're_1', charge_id: 'chg_1', status: 'PENDING', amount: 2, currency: 'KWD' }
    const listed = answering({
      refunds: [
        { ...refund, reference: { merchant: ask.intentId } },
        { ...refund, charge_id: 'chg_2' },
      ],
    })
    expect(await tap.listRefunds({ gatewayRef: 'chg_1', currency: 'KWD' }, account, listed.call)).toEqual({
      refunds: [{ refundRef: 're_1', reference: ask.intentId, amount: 2_000, state: 'pending' }],
    })
    expect(await tap.listRefunds({ gatewayRef: 'chg_1', currency: 'KWD' }, account, answering({}).call)).toEqual({
      failed: 'unreadable',
    })
  })

  it('FEE-32: verifies an event with all decimals of the currency, however the body writes the amount', async () => {
    const charge = {
      id: 'chg_1',
      amount: 12.5,
      currency: 'KWD',
      status: 'CAPTURED',
      reference: { gateway: 'g1', payment: 'p1' },
      transaction: { created: '1764061200000' },
    }
    const text =
      'x_idchg_1x_amount12.500x_currencyKWDx_gateway_referenceg1x_payment_referencep1x_statusCAPTUREDx_created1764061200000'
    const hashstring = createHmac('sha256', 'sk_x').update(text).digest('hex')
    expect(await tap.readEvent(bytes(charge), headers({ hashstring }), account)).toEqual({
      isAuthentic: true,
      eventId: null,
      gatewayRef: 'chg_1',
    })
    const forged = bytes({ ...charge, amount: 1 })
    expect(await tap.readEvent(forged, headers({ hashstring }), account)).toMatchObject({ isAuthentic: false })
  })
})
