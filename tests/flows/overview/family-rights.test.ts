import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { categories, items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { rulesOfAccounts } from '#server/features/pos/spending/spending.service.ts'
import { familyChildren } from '#server/features/students/family/family.table.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { CustomerId, ItemId } from '#shared/kernel/fields.ts'
import { familyCanteen, familyCardLost, familyLimits } from '#shared/overview/family/family-canteen.contract.ts'
import { familyFood, familyForbid } from '#shared/overview/family/family-food.contract.ts'
import { familyGuardians, familyInvite, familyRevoke } from '#shared/overview/family/family-guardians.contract.ts'
import { familyHome, familyOpen } from '#shared/overview/family/family-home.contract.ts'
import type { FamilyRight } from '#shared/overview/family/family-rights.rules.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeFamilyPupil } from '#tests/support/pos/family-pupil.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what each guardian may see of a child on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let mother: Caller & { email: string }
  let studentId: string
  let customerId: CustomerId

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    mother = await person('mother')
    ;({ studentId, customerId } = await pupil(mother.email, 'M-1'))
  })
  afterAll(() => box.close())

  const person = async (name: string) => {
    const { userId, ...caller } = await signInAs(box, alnoor, name, ['family'])
    const email = `${name}@home.example`
    await box.db.owner.update(users).set({ email }).where(eq(users.id, userId))
    return { ...caller, email }
  }
  const pupil = (email: string, admissionNo: string) => makeFamilyPupil(box, alnoor, { email, admissionNo })
  const said = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    status === 200 ? 'done' : String(body['messageId'])
  const homeOf = async (caller: Caller) => familyHome.reply.parse((await call(box.app, caller, familyHome)).body)
  const canteenOf = async (caller: Caller) =>
    familyCanteen.reply.parse((await call(box.app, caller, familyCanteen)).body).accounts
  const invite = async (by: Caller, email: string, rights: FamilyRight[], of = studentId) => {
    const guardian = { guardian: 'Omar Haddad', email, rights, language: 'en' as const }
    return said(await call(box.app, by, familyInvite, { student_id: of, ...guardian }))
  }
  const anyLimits = { dailyLimit: null, diet: [] }

  it('shows the meal account as it is now, and lets a guardian limit it and stop the card', async () => {
    const [account] = await canteenOf(mother)
    expect(account).toMatchObject({ studentId, balance: 2000, card: 'in-use', allergens: ['nuts'], limits: anyLimits })
    expect(account?.lines).toMatchObject([{ kind: 'topup', amount: 2000 }])
    const limits = { dailyLimit: minor(1500), diet: ['vegetarian' as const] }
    const asked = { student_id: studentId, limitsSeen: anyLimits, limits }
    expect(said(await call(box.app, mother, familyLimits, asked))).toBe('done')
    expect((await canteenOf(mother))[0]?.limits).toEqual(limits)
    // Seen before somebody else changed them.
    const late = { ...asked, limits: { ...limits, dailyLimit: minor(900) } }
    expect(said(await call(box.app, mother, familyLimits, late))).toBe('account.limits-changed')
    const [row] = await box.db.owner.select().from(customers).where(eq(customers.id, customerId))
    expect(row, 'what the school has set stays').toMatchObject({
      overdraft: 500,
      dailyLimit: 2500,
      diet: ['vegetarian'],
    })
    expect((await canteenOf(mother))[0]?.schoolLimit).toBe(2500)
    // Taken back, it is the school's limit alone that holds.
    const free = { ...asked, limitsSeen: limits, limits: { ...limits, dailyLimit: null } }
    expect(said(await call(box.app, mother, familyLimits, free))).toBe('done')
    expect((await canteenOf(mother))[0]).toMatchObject({ limits: { dailyLimit: null }, schoolLimit: 2500 })
    for (const _sent of [1, 2])
      expect(said(await call(box.app, mother, familyCardLost, { student_id: studentId }))).toBe('done')
    expect((await canteenOf(mother))[0]?.card).toBe('stopped')
    const [after] = await box.db.owner.select().from(customers).where(eq(customers.id, customerId))
    expect([after?.cardNo, (after?.version ?? 0) > 1]).toEqual([null, true])
  })

  it('gives an invited guardian what was chosen, and nothing once it is ended', async () => {
    const uncle = await person('uncle')
    expect(await invite(mother, 'UNCLE@home.example', ['canteen'])).toBe('done')
    expect((await mailRows(box)).filter(({ template }) => template === 'family-invited')).toMatchObject([
      { recipient: uncle.email, params: { path: '/family' } },
    ])
    const [seen] = (await homeOf(uncle)).children
    expect(seen).toMatchObject({ studentId, rights: ['canteen'], steps: [], papers: [], letters: [], mayInvite: false })
    expect(await canteenOf(uncle)).toHaveLength(1)
    const open = { student_id: studentId, id: studentId }
    expect([
      said(await call(box.app, uncle, familyOpen, { ...open, need: 'documents' })),
      said(await call(box.app, uncle, familyOpen, { ...open, need: 'offer' })),
      await invite(uncle, 'friend@home.example', ['canteen']),
      said(await call(box.app, uncle, familyGuardians, { student_id: studentId })),
      said(await call(box.app, uncle, familyRevoke, { student_id: studentId, email: mother.email })),
    ]).toEqual(['access.denied', 'access.denied', 'access.denied', 'access.denied', 'access.denied'])
    expect(await invite(mother, uncle.email, ['documents'])).toBe('done')
    expect([(await homeOf(uncle)).children[0]?.rights, await canteenOf(uncle)]).toEqual([['documents'], []])
    expect(said(await call(box.app, uncle, familyCardLost, { student_id: studentId }))).toBe('access.denied')
    expect(said(await call(box.app, mother, familyRevoke, { student_id: studentId, email: uncle.email }))).toBe('done')
    expect([(await homeOf(uncle)).children, await canteenOf(uncle)]).toEqual([[], []])
    expect(said(await call(box.app, uncle, familyCardLost, { student_id: studentId }))).toBe('request.not-found')
  })

  it('leaves to the school whom the school has let in or shut out, and mails no address twice', async () => {
    const { schoolId } = alnoor
    const father = await person('father')
    const at = toInstant(box.clock.nowMs())
    const given = { schoolId, studentId, givenAt: at, givenBy: null, gaveRole: false }
    await box.db.owner.insert(familyChildren).values([
      { ...given, email: father.email, endedAt: null },
      { ...given, email: 'shut-out@home.example', endedAt: at, endedWhy: 'staff' },
    ])
    expect([
      await invite(mother, father.email, ['canteen']),
      await invite(mother, 'shut-out@home.example', ['canteen']),
      await invite(mother, mother.email, ['canteen']),
      said(await call(box.app, mother, familyRevoke, { student_id: studentId, email: father.email })),
    ]).toEqual(['family.guardian-known', 'family.guardian-known', 'family.guardian-known', 'request.not-found'])
    expect((await homeOf(father)).children[0]?.rights).toHaveLength(4)
    for (const _again of [1, 2]) {
      expect(await invite(mother, 'aunt@home.example', ['fees'])).toBe('done')
      const ended = await call(box.app, mother, familyRevoke, { student_id: studentId, email: 'aunt@home.example' })
      expect(said(ended)).toBe('done')
    }
    const mailed = (await mailRows(box)).filter(({ recipient }) => recipient === 'aunt@home.example')
    expect(mailed).toMatchObject([{ params: { path: '/sign-up' } }])
  })

  it('refuses another family’s child, known or guessed, in every call', async () => {
    const stranger = await person('stranger')
    await pupil(stranger.email, 'M-2')
    for (const of of [studentId, crypto.randomUUID()]) {
      const one = { student_id: of }
      expect([
        said(await call(box.app, stranger, familyCardLost, one)),
        said(await call(box.app, stranger, familyLimits, { ...one, limitsSeen: anyLimits, limits: anyLimits })),
        said(await call(box.app, stranger, familyGuardians, one)),
        said(await call(box.app, stranger, familyRevoke, { ...one, email: mother.email })),
        await invite(stranger, 'friend@home.example', ['canteen'], of),
      ]).toEqual(Array.from({ length: 5 }, () => 'request.not-found'))
    }
    expect((await canteenOf(stranger)).map((account) => account.studentId)).not.toContain(studentId)
  })

  it('lets a guardian forbid food, which the tills are told of, and nobody else', async () => {
    const { schoolId } = alnoor
    const [category, juice, crisps] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const both = (text: string) => ({ en: text, ar: text })
    const base = { schoolId, version: 1, sort: 1, active: true }
    const plain = { modifierGroupIds: [], allergens: [], diet: [] }
    await box.db.owner.insert(categories).values({ ...base, id: category, name: both('Snacks') })
    const item = { ...base, ...plain, categoryId: category, price: minor(300), taxCode: 'none' }
    await box.db.owner.insert(items).values([
      { ...item, id: ItemId.parse(juice), name: both('Juice'), foodClasses: ['fizzy-drink'] },
      { ...item, id: ItemId.parse(crisps), sort: 2, name: both('Crisps') },
    ])
    const ask = { student_id: studentId }
    const read = async () => familyFood.reply.parse((await call(box.app, mother, familyFood, ask)).body)
    const none = { items: [], categories: [], classes: [] }
    expect(await read()).toMatchObject({
      forbidden: none,
      items: [{ id: juice }, { id: crisps }],
      classes: ['fizzy-drink'],
    })
    const limits = { dailyLimit: minor(1200), diet: [] }
    const before = (await canteenOf(mother))[0]?.limits
    expect(said(await call(box.app, mother, familyLimits, { ...ask, limitsSeen: before, limits }))).toBe('done')
    const food = { items: [crisps], categories: [], classes: ['fizzy-drink' as const] }
    const forbid = async (by: Caller, seen: object, wanted: object, of = studentId) =>
      said(await call(box.app, by, familyForbid, { student_id: of, foodSeen: seen, food: wanted }))
    expect(await forbid(mother, none, food)).toBe('done')
    expect((await read()).forbidden).toEqual(food)
    const rules = (await rulesOfAccounts(box.db.owner as never, schoolId, { customerIds: [customerId] })).get(
      customerId,
    )
    expect(rules?.map(({ source, terms }) => `${source} ${terms.kind}`).toSorted()).toEqual([
      'parent day',
      'parent no-class',
      'parent no-item',
    ])
    // Taken off sale it stays forbidden, is named, and can be allowed again.
    await box.db.owner
      .update(items)
      .set({ active: false })
      .where(eq(items.id, ItemId.parse(crisps)))
    const gone = await read()
    expect(gone.items.map(({ id }) => id)).toEqual([juice])
    expect([gone.forbidden, gone.gone]).toEqual([food, [{ id: crisps, name: both('Crisps') }]])
    expect(await forbid(mother, food, { ...food, items: [] })).toBe('done')
    expect((await read()).gone).toEqual([])
    expect(await forbid(mother, { ...food, items: [] }, food)).toBe('done')
    await box.db.owner
      .update(items)
      .set({ active: true })
      .where(eq(items.id, ItemId.parse(crisps)))
    // The same once more changes nothing; seen before somebody else changed it, or food of another school, is refused.
    expect(await forbid(mother, none, food)).toBe('done')
    expect(await forbid(mother, food, none)).toBe('done')
    expect(await forbid(mother, food, { ...none, categories: [category] })).toBe('account.limits-changed')
    expect(await forbid(mother, none, { ...none, items: [crypto.randomUUID()] })).toBe('request.not-found')
    const stranger = await person('neighbour')
    const [aunt] = [await person('great-aunt')]
    expect(await invite(mother, aunt.email, ['documents'])).toBe('done')
    expect([
      await forbid(stranger, none, food),
      await forbid(aunt, none, food),
      await forbid(mother, none, food, crypto.randomUUID()),
      said(await call(box.app, stranger, familyFood, ask)),
    ]).toEqual(['request.not-found', 'access.denied', 'request.not-found', 'request.not-found'])
    expect((await canteenOf(mother))[0]?.limits.dailyLimit).toBe(1200)
  })
})
