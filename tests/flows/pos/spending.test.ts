import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pullPage } from '#server/features/pos/snapshot/snapshot.service.ts'
import { minor } from '#shared/kernel/money.ts'
import { hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { overridesShown } from '#shared/pos/carts/override.rules.ts'
import { readCatalogue, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import {
  changeAccountRules,
  changeSchoolSpending,
  readAccountRules,
  readSchoolSpending,
} from '#shared/pos/spending/spending-edit.contract.ts'
import type { RuleSource, RuleTerms, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { saveClass } from '#shared/students/pupils/class.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('spending rules on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let admin: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 6 })
    admin = await signInAs(box, canteen.school, 'noor', ['admin'])
  })
  afterAll(() => box.close())

  const newTill = async () => {
    const till = Object.assign(new TillOps(await pairDevice(canteen)), { v: 2 })
    await flagsOf(till, till.openShift())
    return till
  }
  const flagsOf = async (till: TillOps, ...ops: unknown[]) =>
    (await hand(till.device, till.batch(ops))).results.map(({ flags }) => flags)
  const customer = (n: number) => canteen.customers[n] ?? expect.fail()
  const rule = (terms: RuleTerms, source: RuleSource = 'parent'): SpendingRule => ({
    id: crypto.randomUUID(),
    source,
    terms,
  })
  const setRules = async (n: number, spendingRules: SpendingRule[], rulesSeen: SpendingRule[] = [], as = admin) =>
    call(box.app, as, changeAccountRules, {
      customerId: customer(n),
      ruleSource: 'parent' as const,
      rulesSeen,
      spendingRules,
    })
  const pulled = async (till: TillOps) => pullPage(till.device.ctx, { installEpoch: till.installEpoch, cursors: {} })
  const bought = (till: TillOps, n: number, qtyMilli = 1000, change = {}) =>
    till.sale({ lines: [[0, qtyMilli]], pay: [{ kind: 'account', customerId: customer(n) }], change })

  it('POS-76: what a parent forbids reaches the tills with the account, and a sale against it is booked and flagged', async () => {
    const till = await newTill()
    const early = bought(till, 0)
    box.clock.advance(1000)
    const target = canteen.items[0]?.id ?? ''
    const crisps = rule({ kind: 'no-item', target })
    expect((await setRules(0, [crisps])).body).toEqual({ rules: [crisps] })
    const row = (await pulled(till)).customers.find(({ id }) => id === customer(0))
    expect(row?.rules).toEqual([crisps])
    box.clock.advance(minuteMs)
    // Sold before the word, received after; then after it.
    expect(await flagsOf(till, early, bought(till, 0), bought(till, 1))).toEqual([[], ['rule-broken'], []])
    // Somebody has the parent's word, and a supervisor approved it.
    const sale = till.makeSale({ pay: [{ kind: 'account', customerId: customer(0) }] })
    const lines = sale.lines.map((line) => ({ ...line, overrideReason: 'mother called' }))
    const approval = {
      id: till.newId(),
      act: 'allergen' as const,
      hash: approvalHash('allergen', overridesShown({ ...sale, lines })),
      by: canteen.supervisor,
      proof: 'pin' as const,
      at: toInstant(box.clock.nowMs()),
    }
    expect(await flagsOf(till, till.op('pos.sale', { ...sale, lines, judged: true, approvals: [approval] }))).toEqual([
      [],
    ])
    const unasked = (change: object) => {
      const more = till.makeSale({ pay: [{ kind: 'account', customerId: customer(0) }] })
      return till.op('pos.sale', { ...more, lines: more.lines.map((l) => ({ ...l, overrideReason: 'x' })), ...change })
    }
    // Releases before asked nobody.
    expect(await flagsOf(till, unasked({ judged: true }), unasked({}))).toEqual([['approval-missing'], []])
  })

  it('rules end and begin again over what was seen; nobody else may set them, and no other school sees them', async () => {
    const one = rule({ kind: 'day', most: minor(500) })
    const two = rule({ kind: 'visit', most: minor(400) })
    expect((await setRules(1, [one])).status).toBe(200)
    expect((await setRules(1, [two])).body).toMatchObject({ messageId: 'account.limits-changed' })
    expect((await setRules(1, [two], [one])).body).toEqual({ rules: [two] })
    expect((await setRules(1, [two], [one])).status).toBe(200)
    expect((await setRules(1, [{ ...two, source: 'law' }], [two])).body).toMatchObject({ messageId: 'request.invalid' })
    const sara = await signInAs(box, canteen.school, 'olga', ['operator'])
    expect((await setRules(1, [], [two], sara)).status).toBe(403)
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'jamal', ['admin'])
    expect((await call(box.app, theirs, readAccountRules, { customerId: customer(1) })).body).toMatchObject({
      messageId: 'request.not-found',
    })
    expect((await setRules(1, [], [two])).body).toEqual({ rules: [] })
  })

  it('POS-77: the law is named by the school, comes with the settings, and is above every other word', async () => {
    const till = await newTill()
    const read = async () =>
      readSchoolSpending.reply.parse((await call(box.app, admin, readSchoolSpending, {})).body).current
    const seen = await read()
    expect(seen).toEqual({ pack: null, rules: [] })
    const schoolRules = { pack: 'sa' as const, rules: [] }
    expect((await call(box.app, admin, changeSchoolSpending, { schoolRulesSeen: seen, schoolRules })).status).toBe(200)
    expect(await read()).toEqual(schoolRules)
    expect(
      (
        await call(box.app, admin, changeSchoolSpending, {
          schoolRulesSeen: seen,
          schoolRules: { pack: 'kw', rules: [] },
        })
      ).body,
    ).toMatchObject({ messageId: 'settings.changed' })
    expect((await pulled(till)).settings.spending).toEqual(schoolRules)
    const { items } = readCatalogue.reply.parse((await call(box.app, admin, readCatalogue, {})).body)
    const { version, ...item } = items.find(({ id }) => id === canteen.items[0]?.id) ?? expect.fail()
    const peanuts = { ...item, foodClasses: ['peanut' as const] }
    const saved = await call(box.app, admin, saveItem, { item: peanuts, seen: version })
    expect(saved.status).toBe(200)
    expect((await pulled(till)).items.find(({ id }) => id === item.id)?.foodClasses).toEqual(['peanut'])
    box.clock.advance(1000)
    expect(await flagsOf(till, bought(till, 3))).toEqual([['law-broken']])
    // The law's list is for pupils: who is in no class that names a grade is none.
    const inClass = (className: string) =>
      box.db.database.tenant(canteen.school.schoolId, (tx) =>
        tx.execute(`update customers set class_name = '${className}' where id = '${customer(3)}'`),
      )
    await inClass('Staff')
    expect(await flagsOf(till, bought(till, 3))).toEqual([[]])
    // Coffee is for secondary only: the grade of a class counts, not the number in its name.
    const coffee = { ...peanuts, foodClasses: ['coffee-tea' as const] }
    const asSaved = saveItem.reply.parse(saved.body).version
    expect((await call(box.app, admin, saveItem, { item: coffee, seen: asSaved })).status).toBe(200)
    const schoolClass = { id: crypto.randomUUID(), year: 2029, grade: '10', name: { en: '7 Red', ar: '7 أحمر' } }
    await inClass('7 Red')
    expect((await call(box.app, admin, saveClass, { schoolClass, seen: 0 })).status).toBe(200)
    const gradeAtTill = async () => (await pulled(till)).customers.find(({ id }) => id === customer(3))?.grade
    expect(await gradeAtTill()).toBe('10')
    box.clock.advance(1000)
    expect(await flagsOf(till, bought(till, 3))).toEqual([[]])
    const lower = { ...schoolClass, grade: '8' }
    expect((await call(box.app, admin, saveClass, { schoolClass: lower, seen: 1 })).status).toBe(200)
    expect(await gradeAtTill()).toBe('8')
    expect(await flagsOf(till, bought(till, 3))).toEqual([['law-broken']])
    await call(box.app, admin, changeSchoolSpending, { schoolRulesSeen: schoolRules, schoolRules: seen })
    box.clock.advance(1000)
  })

  it('POS-79: a limit of a day that two tills exceed without contact is flagged at the second, whose sale is booked', async () => {
    await setRules(2, [rule({ kind: 'day', most: minor(1500) })])
    box.clock.advance(1000)
    const [one, two] = [await newTill(), await newTill()]
    // 700 each: 1400 fits, the third does not, whoever sells it.
    expect(await flagsOf(one, bought(one, 2))).toEqual([[]])
    const [here, there] = [bought(one, 2), bought(two, 2)]
    expect(await flagsOf(one, here)).toEqual([[]])
    expect(await flagsOf(two, there)).toEqual([['limit-broken']])
    const balance = (await pulled(one)).balances.find(({ customerId }) => customerId === customer(2))
    expect(balance?.week?.reduce((all, [, , amount]) => all + amount, 0)).toBe(2100)
    box.clock.advance(24 * hourMs)
    const next = await newTill()
    expect(await flagsOf(next, bought(next, 2))).toEqual([[]])
  })
})
