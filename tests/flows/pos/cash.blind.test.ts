import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import { minor } from '#shared/kernel/money.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { endpoints } from '#tests/support/checks/endpoints.ts'
import { engines } from '#tests/support/database.ts'
import { password, signatureHeaders } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { closeCounted } from '#tests/support/pos/till-cash.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'
import { anyInput } from '../identity/authority-input.ts'

/** Every call that reads, for people. */
const reads = endpoints.filter(({ audience, method }) => audience === 'session' && method === 'get')

/** Returns whether an amount stands in an answer, in minor units or as people write it. */
const isIn = (answer: unknown, amount: number): boolean => {
  const [minorText, written] = [String(Math.abs(amount)), (Math.abs(amount) / 100).toFixed(2)]
  return new RegExp(`(?<![\\d.])(${minorText}|${written.replace('.', '\\.')})(?!\\d)`).test(JSON.stringify(answer))
}

describe.each(engines)('POS-98: who counts a drawer blind, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const signIn = async (userName: string) => {
    const { body } = await call(box.app, { school: 'alnoor' }, loginPos, { userName, password })
    return { school: 'alnoor', token: SignedIn.parse(body).token }
  }
  const shiftId = () => till.shift?.open.id ?? ''
  const asked = (sale: string) => ({ ...anyInput, shiftId: shiftId(), saleId: sale })

  /** What the server answers this person to every reading call, and their till to what it pulls. */
  async function everyAnswer(userName: string): Promise<[path: string, answer: unknown][]> {
    const caller = await signIn(userName)
    const sale = till.shift?.sales[0]?.id ?? ''
    const found: [string, unknown][] = []
    for (const to of reads) found.push([to.path, (await call(box.app, caller, to, asked(sale))).body])
    found.push([transactionReport.path, (await call(box.app, caller, transactionReport, {})).body])
    const { tablet } = till.device
    const body = { deviceId: tablet.deviceId, installEpoch: till.installEpoch, cursors: {} }
    found.push([pullSnapshot.path, await signed(pullSnapshot, body)])
    return found
  }
  async function signed(to: Endpoint, body: object): Promise<unknown> {
    const { tablet } = till.device
    const at = box.clock.nowMs()
    const headers = await signatureHeaders(tablet, to.method, `${apiPrefix}${to.path}`, JSON.stringify(body), at)
    return (await call(box.app, { school: 'alnoor', headers }, to, body)).body
  }
  const tellers = async (userName: string, secrets: readonly number[]) =>
    (await everyAnswer(userName)).flatMap(([path, answer]) => (secrets.some((s) => isIn(answer, s)) ? [path] : []))

  it('finds expected cash, cash taken and the difference in no answer, before and after the close', async () => {
    const pushed = [till.openShift(10_000), till.sale({ lines: [[0, 123_000]] }), till.moveCash('paid-out', 317)]
    const first = await hand(till.device, till.batch(pushed))
    const { expectedCash } = till.report()
    expect(expectedCash).toBe(10_000 + till.report().cashTaken - 317)
    expect(isIn(first, expectedCash)).toBe(false)
    expect(await tellers('sara', [expectedCash])).toEqual([])
    // The walk can find it: a supervisor is told.
    expect(await tellers('huda', [expectedCash])).toEqual([shiftReportEndpoint.path])
    const counts = [{ amount: minor(80_000) }, { amount: minor(80_001) }]
    const second = await hand(till.device, till.batch([closeCounted(till, counts, { differenceReason: 'no idea' })]))
    expect(second.results.map(({ outcome, flags }) => [outcome, flags])).toEqual([['applied', ['cash-differs']]])
    const secrets = [expectedCash, 80_001 - expectedCash]
    expect(secrets.some((each) => isIn(second, each))).toBe(false)
    expect(await tellers('sara', secrets)).toEqual([])
    expect(await tellers('huda', secrets)).toEqual([shiftReportEndpoint.path])
  })
})
