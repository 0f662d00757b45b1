import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountEntryKind } from '#server/features/pos/accounts/customer.table.ts'
import { accountBalances, accountEntries, customers } from '#server/features/pos/accounts/customer.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import {
  accountSummary,
  accountSummaryExport,
  accountSummaryTotals,
  type SummaryAmounts,
  type SummaryRow,
  setAccountLimits,
} from '#shared/pos/account-summary.contract.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const kinds: readonly AccountEntryKind[] = [
  'topup',
  'sale',
  'void',
  'adjust',
  'entitlement',
  'entitlement-void',
  'refund',
  'refund-credit',
  'entitlement-refund',
  'entitlement-reclaim',
  'transfer-in',
  'transfer-out',
  'payout',
]
const days = ['2030-02-27', '2030-02-28', '2030-03-01', '2030-03-02', '2030-03-03'] as const
const at = '2030-03-01T08:00:00.000Z'

describe.each(engines)('the summary of accounts on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let mona: Caller
  let people = 0
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    mona = await signInAs(box, school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const newId = () => crypto.randomUUID().replace(/^(.{14})./, '$17')
  type Made = readonly (readonly [kind: AccountEntryKind, day: string, amount: number])[]

  async function makeAccount(className: string, entries: Made, active = true): Promise<CustomerId> {
    people += 1
    const id = CustomerId.parse(newId())
    const { schoolId } = school
    const name = { en: `Pupil ${people}`, ar: `طالب ${people}` }
    const rules = { allergens: [], diet: [], dailyLimit: null, overdraft: minor(0), active, version: 1 }
    await box.db.database.tenant(schoolId, async (tx) => {
      const admissionNo = `S${String(people).padStart(5, '0')}`
      await tx.insert(customers).values({ schoolId, id, admissionNo, name, className, ...rules })
      if (entries.length === 0) return
      const rows = entries.map(([kind, businessDay, amount]) => {
        const entry = { schoolId, id: newId(), customerId: id, kind, amount: minor(amount), sourceId: newId() }
        return { ...entry, businessDay, effectiveAt: at, recordedAt: at }
      })
      await tx.insert(accountEntries).values(rows)
      const balance = sum(entries.map(([, , amount]) => amount))
      await tx
        .insert(accountBalances)
        .values({ schoolId, customerId: id, balance, spentOn: null, spent: minor(0), version: 1 })
    })
    return id
  }
  interface Asked {
    firstDay: string
    lastDay: string
    text?: string
    className?: string
    balance?: 'below-zero'
  }
  async function all(asked: Asked): Promise<SummaryRow[]> {
    const rows: SummaryRow[] = []
    let after: string | undefined
    do {
      const { body } = await call(box.app, mona, accountSummary, { ...asked, ...(after && { after }) })
      const page = accountSummary.reply.parse(body)
      rows.push(...page.rows)
      after = page.next ?? undefined
    } while (after)
    return rows
  }
  const totals = async (asked: Asked) => {
    const { body } = await call(box.app, mona, accountSummaryTotals, { ...asked })
    return accountSummaryTotals.reply.parse(body)
  }
  const movedIn = (row: SummaryAmounts) =>
    sum([row.topUps, row.purchases, row.covered, row.adjustments, row.transfers, row.payouts])

  it('closing is opening and all that moved in the period, for any entries and any period; totals are the sums', async () => {
    const entry = fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...days), fc.integer({ min: -900, max: 900 }))
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(entry, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...days),
        fc.constantFrom(...days),
        async (accounts, one, other) => {
          round += 1
          const className = `P${round}`
          const ids: CustomerId[] = []
          for (const entries of accounts) ids.push(await makeAccount(className, entries))
          const [from = one, until = other] = [one, other].toSorted()
          const rows = await all({ firstDay: from, lastDay: until, className })
          expect(rows.map(({ customerId }) => customerId)).toEqual(ids)
          for (const [no, row] of rows.entries()) {
            const entries = accounts[no] ?? []
            const before = (isBefore: (day: string) => boolean) =>
              sum(entries.flatMap(([, day, amount]) => (isBefore(day) ? [amount] : [])))
            expect(row.closing).toBe(row.opening + movedIn(row))
            expect([row.opening, row.closing, row.balance]).toEqual([
              before((day) => day < from),
              before((day) => day <= until),
              before(() => true),
            ])
          }
          const { count, totals: found } = await totals({ firstDay: from, lastDay: until, className })
          expect(count).toBe(rows.length)
          for (const column of Object.keys(found) as (keyof SummaryAmounts)[]) {
            expect(found[column], column).toBe(sum(rows.map((row) => row[column])))
          }
        },
      ),
      { numRuns: 12, seed: 7 },
    )
  })

  it('pages without a gap or a double, filters by class and by search, and keeps who left with money', async () => {
    for (let n = 0; n < 205; n += 1) await makeAccount('9Z', [['topup', '2030-03-01', n]])
    const left = await makeAccount('9Z', [['topup', '2030-02-01', 50]], false)
    await makeAccount('9Z', [], false)
    const period = { firstDay: '2030-03-01', lastDay: '2030-03-31' }
    const rows = await all({ ...period, className: '9Z' })
    expect([rows.length, new Set(rows.map(({ customerId }) => customerId)).size]).toEqual([206, 206])
    expect(rows.find(({ customerId }) => customerId === left)).toMatchObject({
      opening: 50,
      closing: 50,
      active: false,
    })
    const [some] = rows
    const found = await all({ ...period, text: some?.admissionNo ?? '' })
    expect(found.map(({ customerId }) => customerId)).toEqual([some?.customerId])
    expect(await totals({ ...period, text: some?.admissionNo ?? '' })).toMatchObject({ count: 1 })
    expect((await totals({ ...period, className: '9Z' })).classes).toContain('9Z')
  })

  it('filters accounts that owe now, also those who have left, in pages, sums and the file', async () => {
    const owes = await makeAccount('6W', [
      ['topup', '2030-02-27', 100],
      ['sale', '2030-03-02', -350],
    ])
    const left = await makeAccount('6W', [['sale', '2030-02-01', -40]], false)
    await makeAccount('6W', [['topup', '2030-03-01', 900]])
    await makeAccount('6W', [])
    const asked = { firstDay: '2030-03-01', lastDay: '2030-03-31', className: '6W', balance: 'below-zero' as const }
    expect((await all(asked)).map(({ customerId }) => customerId)).toEqual([owes, left])
    expect(await totals(asked)).toMatchObject({ count: 2, totals: { balance: -290 } })
    // Owes now, whatever stood on it in the period that is looked at.
    const earlier = { ...asked, firstDay: '2030-02-01', lastDay: '2030-02-28' }
    expect((await all(earlier)).map(({ closing, balance }) => [closing, balance])).toEqual([
      [100, -250],
      [-40, -40],
    ])
    const lines = await linesFrom(box, mona, accountSummaryExport, { filter: asked })
    expect(lines).toHaveLength(3)
    const { className: _class, ...searched } = { ...asked, text: 'Pupil' }
    expect((await all(searched)).map(({ customerId }) => customerId)).toEqual(expect.arrayContaining([owes, left]))
    expect(await call(box.app, mona, accountSummary, { ...asked, balance: 'above' })).toMatchObject({ status: 400 })
  })

  it('is a file with what the account paid, and not what the school did', async () => {
    await makeAccount('8Y', [
      ['topup', '2030-03-01', 1000],
      ['sale', '2030-03-02', -800],
      ['entitlement', '2030-03-02', 500],
    ])
    const filter = { firstDay: '2030-03-01', lastDay: '2030-03-31', className: '8Y' }
    const lines = await linesFrom(box, mona, accountSummaryExport, { filter })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Opening balance')
    expect(lines[1]).toMatch(/0\.00,10\.00,-3\.00,0\.00,0\.00,0\.00,7\.00$/)
    expect(lines[1]).not.toMatch(/5\.00|-8\.00/)
  })

  it('is refused for a period that ends before it begins', async () => {
    const asked = { firstDay: '2030-03-02', lastDay: '2030-03-01' }
    expect(await call(box.app, mona, accountSummary, asked)).toMatchObject({ status: 400, body: { field: 'lastDay' } })
  })

  it('sets limits and diet, once, unless somebody else has meanwhile', async () => {
    const customerId = await makeAccount('7X', [])
    const none = { dailyLimit: null, overdraft: minor(0), diet: [] }
    const limits = { dailyLimit: minor(2500), overdraft: minor(500), diet: ['halal' as const] }
    const set = (seen: typeof none | typeof limits, to: typeof none | typeof limits) =>
      call(box.app, mona, setAccountLimits, { customerId, limitsSeen: seen, limits: to })
    const versionOf = async () => {
      const rows = await box.db.owner.select().from(customers)
      return rows.find(({ id }) => id === customerId)?.version ?? 0
    }
    await set(none, { ...none, overdraft: minor(1) })
    await set({ ...none, overdraft: minor(1) }, none)
    const before = await versionOf()
    expect((await set(none, limits)).body).toMatchObject({ statement: limits })
    const version = await versionOf()
    expect(version).toBeGreaterThan(before)
    expect((await set(none, limits)).status).toBe(200)
    expect(await versionOf()).toBe(version)
    const refused = { status: 409, body: { messageId: 'account.limits-changed' } }
    expect(await set(none, { ...limits, overdraft: minor(1) })).toMatchObject(refused)
    const { body } = await call(box.app, mona, accountStatement, { customerId })
    expect(accountStatement.reply.parse(body).statement).toMatchObject(limits)
  })
})
