import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { familyChildren } from '#server/features/students/family/family.table.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { familyInvite } from '#shared/overview/family/family-guardians.contract.ts'
import { familyHome } from '#shared/overview/family/family-home.contract.ts'
import type { FamilyRight } from '#shared/overview/family/family-rights.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('fees of a child at its family’s home on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let finance: Caller
  let studentId: string
  let open: Awaited<ReturnType<typeof accountOfChild>>['items']

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    const head = await signInAs(box, alnoor, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [child] = await makePupils(box, alnoor, [{ father: 'Khalid', births: ['2019-01-01'] }])
    await bill(box, finance, alnoor)
    studentId = child?.id ?? ''
    open = (await accountOfChild(box, finance, studentId)).items.filter(({ open: amount }) => amount > 0)
    const [first] = open
    if (!first) throw new Error('nothing is owed')
    box.clock.advance(Date.parse(first.dueOn) - box.clock.nowMs())
  })
  afterAll(() => box.close())

  const person = async (name: string) => {
    const { userId, ...caller } = await signInAs(box, alnoor, name, ['family'])
    const email = `${name}@home.example`
    await box.db.owner.update(users).set({ email }).where(eq(users.id, userId))
    return { ...caller, email }
  }
  const feesOf = async (caller: Caller) => familyHome.reply.parse((await call(box.app, caller, familyHome)).body).fees

  it('are seen by a guardian whom their payer has invited with that right, and by nobody else who does not pay them', async () => {
    const [mother, uncle, aunt, stranger] = [
      await person('mother'),
      await person('uncle'),
      await person('aunt'),
      await person('stranger'),
    ]
    const { schoolId } = alnoor
    const access = { givenAt: toInstant(box.clock.nowMs()), givenBy: null, gaveRole: false, endedAt: null }
    await box.db.owner.insert(familyChildren).values({ schoolId, studentId, email: mother.email, ...access })
    const invite = (email: string, rights: FamilyRight[]) => {
      const guardian = { guardian: 'Omar Haddad', email, rights, language: 'en' as const }
      return call(box.app, mother, familyInvite, { student_id: studentId, ...guardian })
    }
    expect((await invite(uncle.email, ['fees'])).status).toBe(200)
    expect((await invite(aunt.email, ['canteen', 'admission'])).status).toBe(200)
    const [first] = open
    // She pays nothing herself, so she gives sight of nothing: another payer's money is not hers to show.
    expect(await feesOf(uncle)).toEqual([])
    await box.db.owner
      .update(studentGuardians)
      .set({ email: mother.email })
      .where(eq(studentGuardians.schoolId, schoolId))
    const seen = await feesOf(uncle)
    expect(seen).toMatchObject([{ studentId, until: first?.dueOn }])
    const due = open.filter(({ dueOn }) => dueOn === first?.dueOn)
    expect(seen[0]?.amount).toBe(due.reduce((sum, item) => sum + item.open, 0))
    expect([await feesOf(aunt), await feesOf(stranger)]).toEqual([[], []])
    expect(await feesOf(mother)).toMatchObject([{ studentId: null, amount: seen[0]?.amount }])
    // The right ends, and with it the sight.
    expect((await invite(uncle.email, ['canteen'])).status).toBe(200)
    expect(await feesOf(uncle)).toEqual([])
  })
})
