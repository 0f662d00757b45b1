import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSchool } from '#server/features/school/school.service.ts'
import { sweepIntents } from '#server/features/fees/online/settle-intent.service.ts'
import { type SimulatedGateway, signReport } from '#server/node/gateways/simulated-gateway.ts'
import { makeFeeLink } from '#shared/fees/online/online-payment.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, ledgerFaults } from '#tests/support/fees/fee-ledger.ts'
import {
  chargeOf,
  gatewaySecret,
  intentsOf,
  linkFor,
  report,
  setUpOnline,
  withGateway,
} from '#tests/support/fees/online-fees.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox, type Reply } from '#tests/support/server.ts'

interface Desk {
  school: TestSchool
  finance: Caller
  payerId: string
  number: string
}

describe.each(engines)('reports and amounts that a gateway must not get through on %s', (engine) => {
  let box: Box
  let gateway: SimulatedGateway
  let alnoor: Desk
  let pearl: Desk
  let kuwait: Desk
  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    alnoor = await open('alnoor')
    pearl = await open('pearl')
    kuwait = await open('kuwait', 'KWD')
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  async function open(code: string, currency: 'QAR' | 'KWD' = 'QAR'): Promise<Desk> {
    const school = await makeSchool(box, code, { currency })
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    const { payerId, numbers } = await setUpOnline(box, school, { finance, head })
    return { school, finance, payerId, number: numbers[0] }
  }
  const link = async ({ finance, payerId, number }: Desk, amount: number): Promise<Reply> => {
    const item = (await accountOfChild(box, finance, number)).items.find(({ open: left }) => left > 0)
    return linkFor(box, finance, payerId, [{ chargeId: item?.chargeId ?? '', amount }])
  }
  const stateOf = async ({ finance }: Desk, made: Reply) => {
    const { intentId } = makeFeeLink.reply.parse(made.body).intent
    return (await intentsOf(box, finance)).find((intent) => intent.intentId === intentId)?.state
  }
  const payments = async ({ school: { schoolId } }: Desk) => {
    const { rows } = await box.db.owner.execute<{ count: number }>(
      sql`select count(*)::int as count from fee_payments where school_id = ${schoolId}`,
    )
    return rows[0]?.count ?? 0
  }
  const tell = async ({ school }: Desk, event: { eventId: string; chargeId: string; state: string }) => {
    const body = JSON.stringify(event)
    return (await report(box, body, signReport(body, gatewaySecret), `${school.code}/simulated`)).status
  }

  it('FEE-32: reports in the wrong order book one payment, and take none back', async () => {
    const made = await link(alnoor, 3_000)
    const chargeId = chargeOf(made)
    const before = await payments(alnoor)
    await gateway.decide(chargeId, 'paid', { report: false })
    // An older report of a try that failed comes first, and again after the one that says paid.
    for (const [eventId, state] of [
      ['ev-2', 'failed'],
      ['ev-3', 'paid'],
      ['ev-1', 'failed'],
      ['ev-2', 'failed'],
    ] as const)
      expect(await tell(alnoor, { eventId, chargeId, state })).toBe(200)
    await vi.waitFor(async () => expect(await stateOf(alnoor, made)).toBe('paid'))
    expect(await tell(alnoor, { eventId: 'ev-4', chargeId, state: 'failed' })).toBe(200)
    expect(await stateOf(alnoor, made)).toBe('paid')
    expect(await payments(alnoor)).toBe(before + 1)
    expect(await ledgerFaults(box, alnoor.school)).toEqual([])
  })

  it('FEE-32: the reference of another school books nothing at either; its own school books it once', async () => {
    const made = await link(pearl, 4_000)
    const chargeId = chargeOf(made)
    const before = [await payments(alnoor), await payments(pearl)]
    await gateway.decide(chargeId, 'paid', { report: false })
    expect(await tell(alnoor, { eventId: 'ev-foreign', chargeId, state: 'paid' })).toBe(200)
    const kept = sql`select raw <> '' as kept from fee_gateway_events where event_key = 'ev-foreign'`
    await vi.waitFor(async () => expect((await box.db.owner.execute(kept)).rows).toEqual([{ kept: false }]))
    expect([await payments(alnoor), await payments(pearl)]).toEqual(before)
    expect(await stateOf(pearl, made)).toBe('open')
    const row = await box.deps.db.tenant(pearl.school.schoolId, (tx) => readSchool(tx, pearl.school.schoolId))
    box.clock.advance(5 * minuteMs)
    await sweepIntents({ deps: box.deps, school: row })
    expect(await stateOf(pearl, made)).toBe('paid')
    expect([await payments(alnoor), await payments(pearl)]).toEqual([before[0], (before[1] ?? 0) + 1])
  })

  it('FEE-37: KWD 12.345 through a gateway that needs a trailing 0 is refused before it is asked for a link', async () => {
    const { gateways } = box.deps
    if (!gateways) throw new Error('no gateway')
    let calls = 0
    box.deps.gateways = {
      ...gateways,
      call: (asked) => {
        calls += 1
        return gateways.call(asked)
      },
    }
    const refused = await link(kuwait, 12_345)
    expect([refused.status, refused.body]).toMatchObject([409, { messageId: 'fees.gateway-amount', field: 'items' }])
    expect(calls).toBe(0)
    expect(await intentsOf(box, kuwait.finance)).toEqual([])
    expect((await link(kuwait, 12_340)).status).toBe(200)
    expect(calls).toBe(1)
    box.deps.gateways = gateways
  })
})
