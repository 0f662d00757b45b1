import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openItems } from '#server/features/fees/ledger/open-items.service.ts'
import { postJournal } from '#server/features/fees/ledger/post-journal.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { feeCheques, moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'
import { askRefund, askWriteOff, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { previewLeaving, settleLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { decideFeeGrant, grantFeeDiscount, saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { feeAccounts } from '#shared/fees/ledger.rules.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { FeeModel } from '#tests/support/fees/fee-model.ts'
import { makePupils, newFeeId, setUpFees, shareFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** 10,000 histories of the model, as many times as asked: 100 for a million. */
const histories = 10_000 * Number(process.env['BAWABA_RUNS'] ?? 1)

it('FEE-01: in random histories items, payments and postings add up after each operation', () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const model = new FeeModel(seededRandom(seed))
    for (let no = 1; no <= 12; no += 1) {
      const fault = model.step()
      if (fault) expect.fail(`seed ${seed}, operation ${no}: ${fault}`)
    }
    for (const { postings, open } of model.openAfter) {
      const { before, since } = model.statement(postings)
      if (before !== open || before + since !== model.open()) expect.fail(`seed ${seed}: the statement by ${postings}`)
    }
    if (feeAccounts.some((account) => model.undone(account) !== 0)) expect.fail(`seed ${seed}: not undone`)
  }
})

/** Short histories of the ledger itself, each of children of its own: many in `npm run faults`. */
const walks = 5 * Number(process.env['BAWABA_RUNS'] ?? 1)
const steps = 12
const today = '2030-03-03'

const keyOf = (
  { component, part, payerId }: { component: { code: string }; part: number; payerId: string },
  kindOf: ReadonlyMap<string, string>,
) => [component.code, part, kindOf.get(payerId)].join(' ')

type Made = ReturnType<typeof seededRandom>

describe.each(engines)('histories of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let pupils: { id: string }[]
  const staffRule = newFeeId()
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    await box.db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      const term = { startsOn: '2030-09-01', endsOn: '2031-06-20', name: { en: 'Term', ar: 'فصل' } }
      const years = [{ startsOn: '2030-09-01', endsOn: '2031-06-20', terms: [term] }]
      await tx.update(schools).set({ profile: { ...profile, regulator: 'dubai', years } })
    })
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const more = { components: null, onGross: false, familyCapAmount: null, isClawedBack: true, personsOnly: false }
    const names = { name: { en: 'Staff', ar: 'موظفون' }, kind: 'staff' as const, isRetired: false }
    const rule = { ...names, ...more, id: staffRule, amounts: [{ ppm: 50_000 }] }
    expect(await tell(box, finance, saveFeeDiscountRule, { rule, seen: 0 })).toBe(200)
    const families = Array.from({ length: walks }, (_, at) => ({
      father: `Father ${'x'.repeat(at)}`,
      births: ['2022-05-05', '2023-05-05'],
    }))
    pupils = await makePupils(box, school, families)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** Every answer that is not allowed is a refusal by its rule; none fails. */
  const refusals = [
    200,
    'fees.over-allocated',
    'fees.over-credited',
    'fees.refund-over',
    'fees.refund-way',
    'fees.leaving-unbilled',
    'fees.leaving-left',
    'fees.leaving-no-plan',
  ]
  const pickOf =
    (random: Made) =>
    <T>(list: readonly T[]): T | undefined =>
      list[Math.floor(random.float() * list.length)]
  const upToOf = (random: Made) => (most: number) => minor(1 + Math.floor(random.float() * most))

  async function act(random: Made, studentId: string): Promise<unknown> {
    const [pick, upTo] = [pickOf(random), upToOf(random)]
    const account = await accountOfChild(box, finance, studentId)
    // In an order of their own: ids are new in every run.
    const payers = account.payers.toSorted((a, b) => a.kind.localeCompare(b.kind))
    const kindOf = new Map(payers.map(({ payerId: of, kind }) => [of, kind]))
    const items = account.items.toSorted((a, b) => keyOf(a, kindOf).localeCompare(keyOf(b, kindOf)))
    const payment = pick(account.payments.toSorted((a, b) => a.number.localeCompare(b.number)))
    const payerId = pick(payers)?.payerId ?? ''
    const item = pick(items)
    const wishedOf = (of: string) => {
      const owed = pick(items.filter((each) => each.payerId === of))
      return owed ? [{ chargeId: owed.chargeId, amount: upTo(2_000_000) }] : []
    }
    const method = pick(['cash', 'card', 'transfer'] as const) ?? 'cash'
    const paper = { bank: 'Bank', account: '1', receivedOn: today, datedOn: today, number: newOpId() }
    const acts: (() => Promise<unknown>)[] = [
      () => bill(box, finance, school, { studentIds: [studentId], parts: [Math.ceil(random.float() * 3)] }),
      () => pay(box, finance, { payerId, studentId, amount: upTo(2_500_000), method, wished: wishedOf(payerId) }),
      () => tell(box, finance, receiveCheque, { ...paper, chequeId: newOpId(), payerId, amount: upTo(2_500_000) }),
      () => moveSome(random, payerId),
      () => grant(random, studentId),
      () => deposit(studentId, upTo(500_000)),
    ]
    if (payment)
      acts.push(
        () => reallocate(payment.paymentId, wishedOf(payment.payer.payerId)),
        () => refund(payment.paymentId, payment.payer.payerId, upTo(payment.credit || 1)),
      )
    if (item?.invoice) {
      const lines = [{ chargeId: item.chargeId, amount: upTo(item.billed) }]
      const note = { opId: newOpId(), documentId: item.invoice.documentId, lines, reason: 'Correction' }
      acts.push(
        () => tell(box, finance, issueCreditNote, note),
        () => writeOff(item.chargeId, upTo(item.open || 1)),
      )
    }
    return pick(acts)?.()
  }

  const reallocate = (paymentId: string, wished: { chargeId: string; amount: ReturnType<typeof minor> }[]) =>
    tell(box, finance, reallocatePayment, { opId: newOpId(), paymentId, wished })

  /** Moves a cheque of the payer on, in a way that is open to it. */
  async function moveSome(random: Made, payerId: string) {
    const [pick, upTo] = [pickOf(random), upToOf(random)]
    const { body } = await call(box.app, finance, feeCheques, { payerId })
    const cheque = pick(feeCheques.reply.parse(body).cheques.toSorted((a, b) => a.amount - b.amount))
    const step = pick(cheque?.acts ?? [])
    if (!cheque || !step) return undefined
    const part = step === 'part-clear' ? { clearedAmount: upTo(cheque.amount - 1) } : {}
    return tell(box, finance, moveCheque, { opId: newOpId(), chequeId: cheque.chequeId, step, movedOn: today, ...part })
  }

  async function grant(random: Made, studentId: string) {
    const id = newFeeId()
    const of = { id, studentId, ruleId: staffRule, fromOn: '2030-01-01', untilOn: null }
    const ownAmount = { ppm: upToOf(random)(300_000) }
    const asked = { ...of, ownAmount, reason: 'Staff', evidenceRef: '' }
    const { body } = await call(box.app, finance, grantFeeDiscount, asked)
    const isWaiting = grantFeeDiscount.reply.parse(body).state === 'waiting'
    return isWaiting ? tell(box, head, decideFeeGrant, { id, isApproved: random.float() < 0.7 }) : 200
  }

  /** Seat money of the family, as admissions record it. */
  const deposit = (studentId: string, amount: ReturnType<typeof minor>) =>
    box.db.database.tenant(school.schoolId, (tx) =>
      postJournal(tx, {
        schoolId: school.schoolId,
        opId: newOpId(),
        kind: 'seat-deposit',
        happenedOn: today,
        today,
        recordedAt: toInstant(box.clock.nowMs()),
        byUser: null,
        studentId,
        postings: [{ debit: 'cash', credit: 'seat-deposits', amount }],
      }),
    )

  async function refund(paymentId: string, payerId: string, amount: ReturnType<typeof minor>) {
    const asked = { opId: newOpId(), paymentId, payerId, amount, method: 'transfer' as const, reason: 'Wish' }
    const answer = await tell(box, finance, askRefund, asked)
    if (answer !== 200) return answer
    await tell(box, head, decideClaim, { claimId: asked.opId, isApproved: true })
    return tell(box, finance, payRefund, { opId: newOpId(), claimId: asked.opId, paidOn: today })
  }

  async function writeOff(chargeId: string, amount: ReturnType<typeof minor>) {
    const asked = { opId: newOpId(), chargeId, amount, reason: 'Gone' }
    const answer = await tell(box, finance, askWriteOff, asked)
    return answer === 200 ? tell(box, head, decideClaim, { claimId: asked.opId, isApproved: true }) : answer
  }

  /** The child leaves before the year: what is not kept is credited and owed back. */
  async function leave(studentId: string) {
    const asked = { number: studentId, requestedOn: today }
    const { status, body } = await call(box.app, finance, previewLeaving, asked)
    if (status !== 200) return (body as { messageId: string }).messageId
    const { kept, returned } = previewLeaving.reply.parse(body).sum
    const sums = { keptAmount: kept, returnedAmount: returned }
    return tell(box, finance, settleLeaving, { ...asked, opId: newOpId(), documentNote: 'Moves away', sums })
  }

  /** Children of one father, the elder also paid for by a company in part. */
  async function family(seed: number): Promise<string[]> {
    const [elder = '', younger = ''] = pupils.slice(2 * seed - 2, 2 * seed).map(({ id }) => id)
    if (seed % 2 === 0) return [elder, younger]
    const payer = { id: newFeeId(), kind: 'company' as const, nameLatin: 'Works', nameArabic: null }
    const contact = {
      email: null,
      phone: null,
      taxId: null,
      nationalId: null,
      isCitizen: false,
      language: 'en' as const,
    }
    const father = (await accountOfChild(box, finance, elder)).payers[0]?.payerId ?? ''
    await tell(box, finance, saveFeePayer, { payer: { ...payer, ...contact }, seen: 0 })
    const shares = [
      { payerId: payer.id, ppm: 333_333 },
      { payerId: father, ppm: 666_667 },
    ]
    expect(await shareFees(box, finance, { studentId: elder, componentCode: null, fromOn: '2030-01-01', shares })).toBe(
      200,
    )
    return [elder, younger]
  }

  const openSum = async (studentId: string, asOf?: Instant) => {
    const items = await box.db.database.tenant(school.schoolId, (tx) =>
      openItems(tx, school.schoolId, { studentId }, asOf),
    )
    return items.reduce((all, { open }) => all + open, 0)
  }

  async function walk(seed: number) {
    const random = seededRandom(seed)
    const children = await family(seed)
    const told: { studentId: string; at: Instant; open: number }[] = []
    for (let no = 1; no <= steps; no += 1) {
      box.clock.advance(1000)
      const studentId = children[no % children.length] ?? ''
      const isLast = no === steps && seed % 3 === 0
      const answer = await (isLast ? leave(studentId) : act(random, studentId))
      const where = `seed ${seed}, step ${no}`
      if (typeof answer === 'string' || typeof answer === 'number') expect(refusals, where).toContain(answer)
      expect(await ledgerFaults(box, school), where).toEqual([])
      told.push({ studentId, at: toInstant(box.clock.nowMs()), open: await openSum(studentId) })
    }
    for (const { studentId, at, open } of told) expect(await openSum(studentId, at), `seed ${seed}`).toBe(open)
  }

  it('FEE-01: in random histories the ledger adds up after each step, and the statement of any moment stays what it was', async () => {
    for (let seed = 1; seed <= walks; seed += 1) await walk(seed)
    const { rows } = await box.db.owner.execute<{ kinds: string }>(sql`
      select count(distinct kind)::int as kinds from fee_journals where school_id = ${school.schoolId}`)
    expect(Number(rows[0]?.kinds)).toBeGreaterThan(6)
  })
})
