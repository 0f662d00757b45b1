import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postLateJournals } from '#server/features/admissions/fees/late-journals.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { statementsOf } from '#server/db/migration.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { type CashTaken, takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('money of admissions in the ledger on %s', (engine) => {
  let box: Box
  let dubai: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'dubai' }
  const ids: string[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    dubai = await makeSchool(box, 'dubai', { currency: 'AED', timeZone: 'Asia/Dubai' })
    for (const role of ['registrar', 'head', 'finance'] as const)
      callers[role] = await signInAs(box, dubai, role, [role])
    await countSeats(box, dubai, kg1, 500)
    await changeRules(box, as('head'), { withdrawalRefund: 40 })
    await staySignedIn(box)
    await applicationFees()
    await deposits()
    await deskCash()
  })
  afterAll(() => box.close())

  const does = async (id: string, change: Change, who = 'finance') =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))
  const added = async (more: Parameters<typeof makeStudent>[2] = {}) => {
    const made = await makeStudent(box, dubai, more)
    ids.push(made.id)
    return made
  }
  const pays = (id: string, amount: number, method: 'cash' | 'card', receipt: string) =>
    does(id, { kind: 'application-fee', amount: minor(amount), method, receipt, on: '2030-03-02' })

  /** Paid, reversed and paid again; another one owed and refunded. */
  async function applicationFees() {
    const { id } = await added()
    expect(await pays(id, 50_000, 'card', 'A1')).toBe('new')
    const [wrong] = (await fileOf(box, as('finance'), id)).fee.paid
    expect(await does(id, { kind: 'fee-reversal', paymentId: wrong?.id ?? '', reason: 'Another child' })).toBe('new')
    expect(await pays(id, 20_000, 'cash', 'A2')).toBe('new')
    const other = await added()
    expect(await pays(other.id, 30_000, 'cash', 'A3')).toBe('new')
    const refuses = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    expect(await does(other.id, refuses, 'registrar')).toBe('rejected')
    const back = { amount: minor(10_000), method: 'transfer', receipt: 'B1' } as const
    expect(await does(other.id, { kind: 'fee-refund', ...back })).toBe('rejected')
  }

  async function accepted() {
    const made = await added({ status: 'shortlisted' })
    const deposit = { amount: minor(100_000), dueDays: 5 }
    const fees = [{ of: 'tuition' as const, label: { en: 'Tuition', ar: 'الرسوم' }, amount: minor(3_000_000) }]
    const terms = { ...parseOfferDraft().terms, currency: 'AED' as const, deposit, fees }
    box.clock.advance(1)
    const { emails } = await offerTo(box, as('registrar'), made, parseOfferDraft({ terms }))
    await answerBy(box, { school: 'dubai' }, await linkOf(box, emails[0] ?? ''), signs)
    const { offers } = await fileOf(box, as('finance'), made.id)
    return { id: made.id, offerId: offers[0]?.id ?? '' }
  }

  /** Booked and withdrawn: part is owed and refunded, the rest is kept. */
  async function deposits() {
    const { id, offerId } = await accepted()
    const paid = { kind: 'deposit', offerId, amount: minor(100_000), method: 'cash', receipt: 'D1' } as const
    expect(await does(id, paid)).toBe('booked')
    const withdraws = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'fees' } as const
    expect(await does(id, withdraws, 'registrar')).toBe('rejected')
    const back = { kind: 'refund', offerId, amount: minor(15_000), method: 'transfer', receipt: 'D2' } as const
    expect(await does(id, back)).toBe('rejected')
  }

  /** Applied, returned and placed. */
  async function deskCash() {
    const taken = async (studentId: string, amount: number, no: number, offerId: string | null = null) => {
      const cash: CashTaken = {
        id: OpId.parse(crypto.randomUUID()),
        student_id: studentId,
        paysFor: offerId === null ? 'application-fee' : 'deposit',
        offerId,
        amount: minor(amount),
        currency: 'AED',
        provisional: `P-2K3M4F-000${no}`,
        takenAt: '2030-03-03T05:00:00.000Z',
        known: { received: minor(0), due: null, asOf: '2030-03-03T04:00:00.000Z' },
      }
      expect((await call(box.app, as(offerId === null ? 'finance' : 'registrar'), takeCash, cash)).status).toBe(200)
      return cash.id
    }
    const { id, offerId } = await accepted()
    await taken(id, 20_000, 1)
    const over = await taken(id, 60_000, 2)
    expect(await does(id, { kind: 'cash-return', cashId: over, receipt: 'B 7' })).toBe('accepted')
    const placed = await taken(id, 100_000, 3, offerId)
    expect(await does(id, { kind: 'cash-place', cashId: placed, paysFor: 'deposit' })).toBe('booked')
    await taken(id, 70_000, 4)
  }

  const postings = async () => {
    const { rows } = await box.db.owner.execute(sql`
      select j.id, j.kind, j.effective_on::text as on, j.by_user, j.student_id, p.line, p.debit, p.credit, p.amount::int as amount
      from fee_journals j join fee_postings p on p.school_id = j.school_id and p.journal_id = j.id
      where j.school_id = ${dubai.schoolId} order by j.id, p.line`)
    return rows
  }
  const money = async () => {
    const read = []
    for (const id of ids) {
      const { fee, offers, cash } = await fileOf(box, as('finance'), id)
      read.push({
        fee,
        cash,
        offers: offers.map(({ id: offerId, received, refund }) => ({ offerId, received, refund })),
      })
    }
    return read
  }

  it('FEE-52: rows from before the ledger get the journals that they have when they are recorded; sums and numbers stay', async () => {
    const before = { postings: await postings(), money: await money() }
    expect(before.postings.length).toBeGreaterThan(12)
    await box.db.owner.execute(sql`delete from fee_postings`)
    await box.db.owner.execute(sql`delete from fee_journals`)
    const migration = readMigrations().find(({ name }) => name.includes('_fees_opening'))
    if (!migration) throw new Error('no such migration')
    const run = async () => {
      let changed = 0
      for (const statement of statementsOf(migration))
        for (let rows = 1; rows > 0; changed += rows)
          rows = (await box.db.owner.execute(sql.raw(statement))).rows.length
      return changed
    }
    expect(await run()).toBe(before.postings.length)
    expect(await run()).toBe(0)
    expect(await postings()).toEqual(before.postings)
    expect(await money()).toEqual(before.money)
  })

  it('rows that an older server recorded after that migration get the same journals in a later round', async () => {
    const before = await postings()
    await box.db.owner.execute(sql`delete from fee_postings`)
    await box.db.owner.execute(sql`delete from fee_journals`)
    const ctx = await box.db.database.tenant(dubai.schoolId, async (tx) => ({
      deps: box.deps,
      school: await readSchool(tx, dubai.schoolId),
    }))
    expect(await postLateJournals(ctx)).toBe(new Set(before.map(({ id }) => id)).size)
    expect(await postLateJournals(ctx)).toBe(0)
    expect(await postings()).toEqual(before)
    // Cash lay in the drawer of its time.
    const { rows } = await box.db.owner.execute<{
      same: boolean
    }>(sql`select bool_and(j.recorded_at = c.recorded_at) as same
      from student_cash c join fee_journals j on j.school_id = c.school_id and j.id = c.id`)
    expect(rows[0]?.same).toBe(true)
  })

  it('a row that can not be posted keeps no other from its journal', async () => {
    const before = await postings()
    const bad = String(before.find(({ kind }) => kind === 'application-fee')?.id)
    await box.db.owner.execute(sql`delete from fee_postings`)
    await box.db.owner.execute(sql`delete from fee_journals`)
    await box.db.owner.execute(sql.raw(`alter table fee_journals add constraint not_this check (id <> '${bad}')`))
    const ctx = await box.db.database.tenant(dubai.schoolId, async (tx) => ({
      deps: box.deps,
      school: await readSchool(tx, dubai.schoolId),
    }))
    expect(await postLateJournals(ctx)).toBe(new Set(before.map(({ id }) => id)).size - 1)
    await box.db.owner.execute(sql`alter table fee_journals drop constraint not_this`)
    expect(await postLateJournals(ctx)).toBe(1)
    expect(await postings()).toEqual(before)
  })

  it('each account says what the files of admissions say', async () => {
    const { rows } = await box.db.owner.execute<{ account: string; amount: number }>(sql`
      select account, sum(amount)::int as amount from (
        select debit as account, amount from fee_postings where school_id = ${dubai.schoolId}
        union all select credit, -amount from fee_postings where school_id = ${dubai.schoolId}) p
      group by 1 having sum(amount) <> 0`)
    // Fees of 20,000 twice stand; of 30,000 and 100,000 · 40 % there is 20,000 and 25,000 still owed; 60,000 were kept; 70,000 wait.
    expect(Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))).toEqual({
      cash: 20_000 + 30_000 + 100_000 + 20_000 + 100_000 + 70_000,
      bank: -10_000 - 15_000,
      'application-fees': -40_000,
      'refunds-payable': -45_000,
      revenue: -60_000,
      'seat-deposits': -100_000,
      'unplaced-cash': -70_000,
    })
  })
})
