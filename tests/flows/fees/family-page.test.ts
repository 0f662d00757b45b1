import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import {
  familyFeePaper,
  familyFeeStatement,
  myFeePaper,
  payFamilyFees,
  payMyFees,
} from '#shared/fees/family/family-fees.contract.ts'
import { endFeePageLink, feePageLinks, makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { onlineReceipt, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { anybody, feesOf, pageLinkOf, pageOf, shownBy } from '#tests/support/fees/family-fees.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { aComponent, makePupils, newFeeId, setUpFees, shareFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { gatewayInput, withGateway } from '#tests/support/fees/online-fees.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** Adds a payer of a school. @returns its id */
async function addPayer(box: Box, finance: Caller, nameLatin: string, kind: 'person' | 'company', email: string) {
  const id = newFeeId()
  const names = { id, kind, nameLatin, nameArabic: null, language: 'en' as const, email, phone: null }
  const payer = { ...names, taxId: null, nationalId: null, isCitizen: false }
  expect(await tell(box, finance, saveFeePayer, { payer, seen: 0 })).toBe(200)
  return id
}

describe.each(engines)('the page of a payer on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let other: TestSchool
  let finance: Caller
  let gateway: SimulatedGateway
  let children: MadeStudent[]
  let father: string
  let mother: string
  let employer: string

  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    school = await makeSchool(box, 'alnoor')
    other = await makeSchool(box, 'manara')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    await tell(box, finance, saveFeeComponent, { component: aComponent('BUS', { kind: 'transport' }), seen: 0 })
    children = await makePupils(box, school, [{ father: 'Khalid Nasser', births: ['2016-01-01', '2018-01-01'] }])
    const [first = '', second = ''] = children.map(({ id }) => id)
    father = (await accountOfChild(box, finance, first)).payers[0]?.payerId ?? ''
    mother = await addPayer(box, finance, 'Abdul Mother', 'person', 'mother@school.example')
    employer = await addPayer(box, finance, 'Gulf Works', 'company', 'family@school.example')
    const share = (payerId: string, ppm: number) => ({ payerId, ppm })
    const [ofFirst, ofSecond] = [[share(father, 750_000), share(mother, 250_000)], [share(employer, 1_000_000)]]
    const from = { componentCode: 'TUITION', fromOn: '2030-01-01' }
    expect(await shareFees(box, finance, { studentId: first, ...from, shares: ofFirst })).toBe(200)
    expect(await shareFees(box, finance, { studentId: second, ...from, shares: ofSecond })).toBe(200)
    await bill(box, finance, school)
    expect(await tell(box, finance, setFeeGateway, gatewayInput)).toBe(200)
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  const payBy = (token: string, items: readonly { chargeId: string; open: number }[], intentId = newOpId()) =>
    call(box.app, anybody, payFamilyFees, {
      token,
      intentId,
      language: 'en',
      items: items.map(({ chargeId, open }) => ({ chargeId, amount: open })),
    })
  const idOf = (reply: { body: unknown }) => payFamilyFees.reply.parse(reply.body)

  it('FEE-21, FEE-22: shows each payer the own part alone, with first names; the parts are the whole', async () => {
    const pages = []
    for (const payerId of [father, mother, employer])
      pages.push(await shownBy(box, (await pageLinkOf(box, finance, payerId)).token))
    expect(pages.map(({ open }) => open)).toEqual([3_375_000, 1_125_000, 4_500_000])
    expect(pages.map(({ children: shown }) => shown.map(({ studentId }) => studentId))).toEqual([
      [children[0]?.id],
      [children[0]?.id],
      [children[1]?.id],
    ])
    expect(pages.map(({ payer }) => payer.nameLatin)).toEqual(['Khalid', 'Abdul Mother', 'Gulf Works'])
    expect(pages[0]?.children[0]?.nameLatin).toBe('Child')
    expect(pages.map(({ documents }) => documents.length)).toEqual([3, 3, 3])
    const shown = new Set(pages.flatMap(({ items }) => items.map(({ chargeId }) => chargeId)))
    expect(shown.size).toBe(9)
  })

  it('FEE-49: neither pays, nor prints, nor opens what another payer or school has', async () => {
    const { token } = await pageLinkOf(box, finance, mother)
    const { token: fathers } = await pageLinkOf(box, finance, father)
    const foreign = await shownBy(box, fathers)
    const [item] = foreign.items
    if (!item) throw new Error('nothing is owed')
    expect((await payBy(token, [item])).body.messageId).toBe('request.not-found')
    const documentId = foreign.documents[0]?.documentId ?? ''
    const paper = await call(box.app, anybody, familyFeePaper, { token, documentId })
    expect(paper.body.messageId).toBe('request.not-found')
    const elsewhere = await call(box.app, { school: other.code }, familyFeeStatement, {
      token,
      asOf: '2030-03-03',
      language: 'en',
    })
    expect(elsewhere.body.messageId).toBe('link.over')
    expect(await pageOf(box, `${token}x`)).toBe('link.over')
    const { rows } = await box.db.owner.execute(
      sql`select token_hash as hash from fee_page_links order by made_at desc`,
    )
    expect(rows.map(({ hash }) => hash)).toContain(hashToken(token))
  })

  it('shows a signed-in person the own part with full names, and no company and nobody else’s', async () => {
    const account = await signInAs(box, school, 'mother', ['family'])
    const fees = await feesOf(box, account)
    if (typeof fees === 'string') throw new Error(fees)
    expect(fees.map(({ payerId }) => payerId)).toEqual([mother])
    expect(fees[0]?.payer.nameLatin).toBe('Abdul Mother')
    expect(fees[0]?.children[0]?.nameLatin).toBe('Child 1')
    // The employer has the address of this account and still gets a link only.
    expect(await feesOf(box, await signInAs(box, school, 'family', ['family']))).toEqual([])
    expect(await feesOf(box, finance)).toBe('access.denied')
    const asked = { payerId: father, intentId: newOpId(), language: 'en' as const }
    const items = [{ chargeId: newFeeId(), amount: minor(1) }]
    expect(await tell(box, account, payMyFees, { ...asked, items })).toBe('request.not-found')
    const documentId = fees[0]?.documents[0]?.documentId ?? ''
    expect(await tell(box, account, myFeePaper, { payerId: father, documentId })).toBe('request.not-found')
  })

  it('FEE-34: pays what was chosen by the gateway’s word, and shows the receipt', async () => {
    const { token } = await pageLinkOf(box, finance, father)
    const before = await shownBy(box, token)
    expect(before.canPay).toBe(true)
    const chosen = before.items.slice(0, 2)
    const intentId = newOpId()
    const begun = await payBy(token, chosen, intentId)
    expect(begun.status).toBe(200)
    expect(idOf(await payBy(token, chosen, intentId))).toEqual(idOf(begun))
    expect((await shownBy(box, token)).open).toBe(before.open)
    // Whatever the browser brings along: the bank has said nothing yet.
    const waiting = onlineReturn.reply.parse((await call(box.app, anybody, onlineReturn, { intentId })).body)
    expect(waiting).toMatchObject({ state: 'open', receipt: null })
    expect((await call(box.app, anybody, onlineReceipt, { intentId })).body.messageId).toBe('request.not-found')
    const backTo = await gateway.decide(idOf(begun).url.split('/').at(-1) ?? '', 'paid', { report: false })
    const returnToken = backTo.split('#token=')[1] ?? ''
    const returned = async (more: object) =>
      onlineReturn.reply.parse((await call(box.app, anybody, onlineReturn, { intentId, ...more })).body)
    const paidBack = await returned({ returnToken })
    expect(paidBack.state).toBe('paid')
    // The id of the payment stands in files and logs: by itself it tells the state alone.
    expect(await returned({})).toEqual({ state: 'paid', amount: null, currency: 'QAR', receipt: null })
    expect((await call(box.app, anybody, onlineReceipt, { intentId })).body.messageId).toBe('request.not-found')
    box.clock.advance(8 * dayMs)
    expect(await returned({ returnToken })).toMatchObject({ state: 'paid', amount: null, receipt: null })
    box.clock.advance(-8 * dayMs)
    const after = await shownBy(box, token)
    const paid = chosen.reduce((total, { open }) => total + open, 0)
    expect(after.open).toBe(before.open - paid)
    expect(after.payments.map(({ method, amount }) => [method, amount])).toEqual([['online', paid]])
    expect(paidBack.receipt).toEqual({ number: after.payments[0]?.number, paidOn: '2030-03-03', credit: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
    // The amounts were settled meanwhile: the page is read again.
    expect((await payBy(token, chosen)).body.messageId).toBe('fees.over-allocated')
  })

  it('mails a link in the payer’s language, ends it when it is withdrawn, and lets it expire', async () => {
    const email = 'mother@school.example'
    const asked = { linkId: newOpId(), payerId: mother, email, language: 'ar' as const }
    const { body } = await call(box.app, finance, makeFeePageLink, asked)
    expect(makeFeePageLink.reply.parse(body)).toMatchObject({ url: null, link: { state: 'waiting', email } })
    await tell(box, finance, makeFeePageLink, asked)
    const { rows } = await box.db.owner.execute<{ params: { path: string } }>(
      sql`select params from mails where template = 'fees-link'`,
    )
    expect(rows).toHaveLength(1)
    const token = rows[0]?.params.path.split('#token=')[1] ?? ''
    expect((await shownBy(box, token)).payerId).toBe(mother)
    // A new one to the same address takes its place.
    await tell(box, finance, makeFeePageLink, { ...asked, linkId: newOpId() })
    expect(await pageOf(box, token)).toBe('link.over')
    const handed = await pageLinkOf(box, finance, mother)
    expect(await tell(box, finance, endFeePageLink, { linkId: handed.linkId })).toBe(200)
    expect(await pageOf(box, handed.token)).toBe('link.over')
    const listed = feePageLinks.reply.parse(
      (await call(box.app, finance, feePageLinks, { payerId: mother })).body,
    ).links
    expect(listed.find(({ id }) => id === handed.linkId)?.state).toBe('ended')
    const late = await pageLinkOf(box, finance, mother)
    box.clock.advance(61 * dayMs)
    expect(await pageOf(box, late.token)).toBe('link.over')
    box.clock.advance(-61 * dayMs)
  })
})
