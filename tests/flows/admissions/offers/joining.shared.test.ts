import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { lockAccounts } from '#server/features/pos/accounts/account.service.ts'
import { closePupilAccount } from '#server/features/pos/accounts/close-account.service.ts'
import { accountBalances, customers, pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { openPupilAccount } from '#server/features/pos/accounts/pupil-account.service.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeStudent } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('an account at the tills that two files of a child share on %s', (engine) => {
  let box: Box
  let school: TestSchool

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  const by = () => ({ schoolId: school.schoolId, nowMs: box.clock.nowMs(), random: box.deps.random })
  const tenant: Box['db']['database']['tenant'] = (schoolId, work) => box.db.database.tenant(schoolId, work)
  /** Two files of one child, not confirmed yet. */
  const twoFiles = async () => {
    const personId = crypto.randomUUID()
    const [one, other] = [
      await makeStudent(box, school, { personId }),
      await makeStudent(box, school, { personId, entryYear: 2031 }),
    ]
    return [one.id, other.id] as const
  }
  const joins = (studentId: string, files: readonly string[]) => {
    box.clock.advance(1)
    const pupil = { name: { en: 'Sara', ar: 'سارة' }, className: 'KG1', birthDate: null, allergens: [] }
    const numbering = { prefix: '', withYear: true, digits: 4 }
    const more = { reference: studentId, year: 2030, buysFrom: null, isUnread: false }
    return tenant(school.schoolId, (tx) => openPupilAccount(tx, by(), { studentId, files, numbering, pupil, ...more }))
  }
  const leaves = (studentId: string) => tenant(school.schoolId, (tx) => closePupilAccount(tx, by(), studentId))
  const linkOf = async (studentId: string) => {
    const [link] = await box.db.owner.select().from(pupilAccounts).where(eq(pupilAccounts.studentId, studentId))
    if (!link) throw new Error('nobody has joined')
    return link
  }
  const stateOf = async (studentId: string) => (await linkOf(studentId)).state
  const buys = async (studentId: string) => {
    const { customerId } = await linkOf(studentId)
    const [customer] = await box.db.owner.select().from(customers).where(eq(customers.id, customerId))
    return customer?.active
  }
  const has = async (studentId: string, balance: number) => {
    const { schoolId } = school
    const customerId = CustomerId.parse((await linkOf(studentId)).customerId)
    await tenant(schoolId, (tx) => lockAccounts(tx, schoolId, new Set([customerId])))
    const isIts = and(eq(accountBalances.schoolId, schoolId), eq(accountBalances.customerId, customerId))
    await box.db.owner
      .update(accountBalances)
      .set({ balance: minor(balance) })
      .where(isIts)
  }

  it('goes on for the file that is left, and closes with the last of them', async () => {
    const files = await twoFiles()
    const [one, other] = files
    expect([await joins(one, files), await joins(other, files)]).toEqual(['opened', 'linked'])
    expect(await leaves(one)).toBe('kept')
    expect([await buys(other), await stateOf(other)]).toEqual([true, 'open'])
    expect(await leaves(other)).toBe('closed')
    expect([await buys(other), await stateOf(one), await stateOf(other)]).toEqual([false, 'closed', 'closed'])
  })

  it('is not closed behind the back of a file that was linked while the money of the other waited', async () => {
    const files = await twoFiles()
    const [one, other] = files
    await joins(one, files)
    await has(one, 1250)
    expect(await leaves(one)).toBe('money')
    expect(await joins(other, files)).toBe('linked')
    // The money goes on with the child: nobody has to pay it out.
    expect(await stateOf(one)).toBe('closed')
    await has(other, 0)
    await runAdmissionClock(box.deps, school.schoolId)
    expect([await buys(other), await stateOf(other)]).toEqual([true, 'open'])
    await has(other, -300)
    expect([await leaves(other), await stateOf(other)]).toEqual(['money', 'closing'])
    await has(other, 0)
    await runAdmissionClock(box.deps, school.schoolId)
    expect([await buys(other), await stateOf(other)]).toEqual([false, 'closed'])
  })

  it('goes on where another file is confirmed in the very moment of the first leaving', async () => {
    const { schoolId } = school
    const files = await twoFiles()
    const [one, other] = files
    await joins(one, files)
    await has(one, 0)
    const customerId = CustomerId.parse((await linkOf(one)).customerId)
    const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // Somebody buys: who leaves has to wait for it, who comes has not. The embedded engine does one after the other.
    const purchase = tenant(schoolId, async (tx) => {
      await lockAccounts(tx, schoolId, new Set([customerId]))
      await later(600)
    })
    await later(100)
    const leaving = leaves(one)
    await later(200)
    await Promise.all([purchase, leaving, joins(other, files)])
    expect([await buys(other), await stateOf(one), await stateOf(other)]).toEqual([true, 'closed', 'open'])
  })
})
