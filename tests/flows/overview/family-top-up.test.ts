import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepIntents } from '#server/features/fees/online/settle-intent.service.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { type SimulatedGateway, signReport } from '#server/node/gateways/simulated-gateway.ts'
import { setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { familyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import { familyInvite } from '#shared/overview/family/family-guardians.contract.ts'
import { familyTopUp } from '#shared/overview/family/family-top-up.contract.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { gatewayInput, gatewaySecret, intentsOf, report, withGateway } from '#tests/support/fees/online-fees.ts'
import { makeFamilyPupil } from '#tests/support/pos/family-pupil.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('online top-ups by a family on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let gateway: SimulatedGateway
  let finance: Caller
  let mother: Caller & { email: string }
  let studentId: string

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    gateway = await withGateway(box)
    alnoor = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    mother = await person('mother')
    ;({ studentId } = await makeFamilyPupil(box, alnoor, { email: mother.email, admissionNo: 'T-1' }))
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  const person = async (name: string) => {
    const { userId, ...caller } = await signInAs(box, alnoor, name, ['family'])
    const email = `${name}@home.example`
    await box.db.owner.update(users).set({ email }).where(eq(users.id, userId))
    return { ...caller, email }
  }
  const canteen = async () => familyCanteen.reply.parse((await call(box.app, mother, familyCanteen)).body)
  const balance = async () => (await canteen()).accounts[0]?.balance
  const begin = (by: Caller, amount: number, intentId: string = newOpId(), of = studentId) =>
    call(box.app, by, familyTopUp, { student_id: of, intentId, amount, language: 'en' })
  const chargeOf = (reply: { body: unknown }) => familyTopUp.reply.parse(reply.body).url?.split('/').at(-1) ?? ''
  const back = async (intentId: string) =>
    onlineReturn.reply.parse((await call(box.app, { school: 'alnoor' }, onlineReturn, { intentId })).body).state

  it('are offered only where the school has a gateway', async () => {
    expect((await canteen()).takesTopUps).toBe(false)
    expect((await begin(mother, 5000)).body['messageId']).toBe('fees.no-gateway')
    expect((await call(box.app, finance, setFeeGateway, gatewayInput)).status).toBe(200)
    expect((await canteen()).takesTopUps).toBe(true)
  })

  it('change the balance once, and only when the gateway says that the money is there', async () => {
    const intentId = newOpId()
    const made = await begin(mother, 5000, intentId)
    expect(chargeOf(made)).not.toBe('')
    // Sent again it is the same one; the same id for another amount is refused.
    expect(chargeOf(await begin(mother, 5000, intentId))).toBe(chargeOf(made))
    expect((await begin(mother, 9000, intentId)).status).not.toBe(200)
    expect([await back(intentId), await balance()]).toEqual(['open', 2000])
    await gateway.decide(chargeOf(made), 'paid', { report: false })
    expect([await back(intentId), await balance()]).toEqual(['paid', 7000])
    expect([await back(intentId), await balance()]).toEqual(['paid', 7000])
    expect((await canteen()).accounts[0]?.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toContain('topup 5000')
    // Finance sees it by the pupil's name; it is no payment of fees.
    expect(await intentsOf(box, finance)).toMatchObject([{ isTopUp: true, state: 'paid', paymentId: null }])
  })

  it('are taken within what the school bounds, with all that may still be paid; one that was begun goes on', async () => {
    const { schoolId } = alnoor
    const { tillPolicy } = await box.db.database.tenant(schoolId, (tx) => readSchool(tx, schoolId))
    const bound = (change: object) =>
      box.db.owner
        .update(schools)
        .set({ tillPolicy: { ...tillPolicy, ...change } })
        .where(eq(schools.schoolId, schoolId))
    const begun = newOpId()
    expect((await begin(mother, 3000, begun)).status).toBe(200)
    const topUps = { least: minor(1000), most: minor(2000), balance: minor(11_500) }
    await bound({ topUps })
    expect((await canteen()).topUps).toEqual(topUps)
    const said = async (amount: number) => (await begin(mother, amount)).body['messageId']
    expect([await said(999), await said(2001), await said(1501)]).toEqual([
      'account.top-up-small',
      'account.top-up-large',
      'account.top-up-full',
    ])
    expect([await said(1500), (await begin(mother, 3000, begun)).status]).toEqual([undefined, 200])
    await bound({})
  })

  it('are booked by the server alone where nobody comes back, and not at all where the bank refuses', async () => {
    const [paid, failed] = [newOpId(), newOpId()]
    const [one, other] = [await begin(mother, 1000, paid), await begin(mother, 4000, failed)]
    await gateway.decide(chargeOf(one), 'paid', { report: false })
    await gateway.decide(chargeOf(other), 'failed', { report: false })
    box.clock.advance(hourMs)
    const school = await box.db.database.tenant(alnoor.schoolId, (tx) => readSchool(tx, alnoor.schoolId))
    expect(await sweepIntents({ deps: box.deps, school })).toBe(1)
    expect([await back(failed), await balance()]).toEqual(['failed', 8000])
  })

  it('are for guardians with the right to the account, and bounded', async () => {
    const [uncle, stranger] = [await person('uncle'), await person('stranger')]
    const guardian = { guardian: 'Omar', email: uncle.email, rights: ['documents' as const], language: 'en' as const }
    expect((await call(box.app, mother, familyInvite, { student_id: studentId, ...guardian })).status).toBe(200)
    const said = async (reply: ReturnType<typeof begin>) => (await reply).body['messageId']
    expect([
      await said(begin(uncle, 1000)),
      await said(begin(stranger, 1000)),
      await said(begin(mother, 1000, newOpId(), crypto.randomUUID())),
      await said(begin(finance, 1000)),
      await said(begin(mother, 0)),
      await said(begin(mother, 1_000_001)),
    ]).toEqual([
      'access.denied',
      'request.not-found',
      'request.not-found',
      'access.denied',
      'request.invalid',
      'request.invalid',
    ])
  })

  it('never come to more than the account may hold, whoever begins them at one moment; an open page is found again', async () => {
    const { schoolId } = alnoor
    const father = await person('father')
    const pupil = await makeFamilyPupil(box, alnoor, { email: mother.email, admissionNo: 'T-2' })
    const invite = async (email: string) => {
      const guardian = { guardian: 'Ali', email, rights: ['canteen' as const], language: 'en' as const }
      const asked = { student_id: pupil.studentId, ...guardian }
      expect((await call(box.app, mother, familyInvite, asked)).status).toBe(200)
    }
    await invite(father.email)
    await invite('aunt@home.example')
    const { tillPolicy } = await box.db.database.tenant(schoolId, (tx) => readSchool(tx, schoolId))
    const topUps = { least: null, most: null, balance: minor(5000) }
    await box.db.owner
      .update(schools)
      .set({ tillPolicy: { ...tillPolicy, topUps } })
      .where(eq(schools.schoolId, schoolId))
    const put = (by: Caller, amount: number) => begin(by, amount, newOpId(), pupil.studentId)
    const replies = await Promise.all([put(mother, 2000), put(father, 2000)])
    const [taken, refused] = replies.toSorted((one, other) => one.status - other.status)
    expect(refused?.body).toMatchObject({ messageId: 'account.top-up-full', field: 'amount' })
    const winner = replies[0] === taken ? mother : father
    // Begun again, as by somebody who has closed the page, it is the same one; what fits beside it is another.
    expect(chargeOf(await put(winner, 2000))).toBe(chargeOf(taken ?? expect.fail()))
    expect((await put(winner, 1001)).body['messageId']).toBe('account.top-up-full')
    expect((await put(father, 1000)).status).toBe(200)
    // What nobody can pay any more makes room.
    box.clock.advance(25 * hourMs)
    const aunt = await person('aunt')
    expect((await put(aunt, 3001)).body['messageId']).toBe('account.top-up-full')
    expect((await put(aunt, 3000)).status).toBe(200)
  })

  it('leave nothing of what the gateway reported with the file whose account goes; of other children it stays', async () => {
    const parent = await person('parent')
    const pupil = (admissionNo: string) => makeFamilyPupil(box, alnoor, { email: parent.email, admissionNo })
    const [gone, stays] = [await pupil('T-3'), await pupil('T-4')]
    const reported = async (of: string) => {
      const made = await begin(parent, 1500, newOpId(), of)
      const body = JSON.stringify({ eventId: `ev-${of}`, chargeId: chargeOf(made), payer: 'Mona Mother' })
      expect((await report(box, body, signReport(body, gatewaySecret))).status).toBe(200)
    }
    for (const of of [stays.studentId, gone.studentId]) await reported(of)
    const kept = () =>
      box.db.owner.execute(sql`select event_key from fee_gateway_events where raw like '%Mona%' order by 1`)
    const keysOf = (...ids: string[]) => ids.map((id) => ({ event_key: `ev-${id}` })).toSorted(byKey)
    expect((await kept()).rows).toEqual(keysOf(stays.studentId, gone.studentId))
    const of = sql`where student_id = ${gone.studentId}`
    await box.db.owner.execute(sql`update pupil_accounts set state = 'closed' ${of}`)
    const { rows } = await box.db.owner.execute<{ reference: string }>(sql`update students set status = 'rejected',
      outcome = 'withdrawn-by-family', closed_by = 'family' where id = ${gone.studentId} returning reference`)
    const head = await signInAs(box, alnoor, 'head', ['head'])
    const asked = { student_id: gone.studentId, reference: rows[0]?.reference, cause: 'family-asked' as const }
    expect((await call(box.app, head, eraseFile, asked)).status).toBe(200)
    expect((await kept()).rows).toEqual(keysOf(stays.studentId))
  })
})

const byKey = (one: { event_key: string }, other: { event_key: string }) => (one.event_key < other.event_key ? -1 : 1)
