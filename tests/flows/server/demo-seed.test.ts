import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { issueDemoLetters } from '#server/db/seed/issue-demo-letters.ts'
import { seedDemo } from '#server/db/seed/seed-demo.ts'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { readSettings } from '#server/features/faces/face-settings.service.ts'
import { listPupils } from '#server/features/faces/pupils/pupils.service.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { issuedLetters } from '#server/features/letters/issue/letter.table.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { argon2Passwords } from '#server/node/passwords.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { documentStates } from '#shared/documents/document-state.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { createTestDatabase, engines, type TestDatabase } from '#tests/support/database.ts'
import { keptLog } from '#tests/support/letters/letter-press.ts'

const noon = Date.parse('2026-11-21T09:00:00Z')
const deps = {
  clock: { nowMs: () => noon, monotonicMs: () => 0 },
  passwords: argon2Passwords(),
  random: machineRandom,
  keyRing: openKeyRing([new Uint8Array(32).fill(9)]),
}

describe.each(engines)('the demo schools on %s', (engine) => {
  let own: TestDatabase
  beforeEach(async () => {
    own = await createTestDatabase(engine)
  })
  afterEach(() => own.close())

  const schoolIdOf = async (code: string) => {
    const [row] = await own.owner.select({ id: schools.schoolId }).from(schools).where(eq(schools.code, code))
    if (!row) throw new Error(`no school ${code}`)
    return row.id
  }

  /** Each screen of the desk shows something, at each school. */
  const expectWorkAtTheDesk = async () => {
    const tables = [
      'student_guardians',
      'student_notes',
      'student_tasks',
      'documents',
      'submissions',
      'appointment_bookings',
    ]
    for (const code of ['alnoor', 'manara']) {
      const id = await schoolIdOf(code)
      for (const table of [
        ...tables,
        'scoring_sets',
        'scoring_assessments',
        'waiting_positions',
        'student_claims',
        'fee_schedules',
      ]) {
        const { rows } = await own.owner.execute<{ count: number }>(
          sql`select count(*)::int as count from ${sql.identifier(table)} where school_id = ${id}`,
        )
        expect(rows[0]?.count, `${code} ${table}`).toBeGreaterThan(1)
      }
      const { rows: states } = await own.owner.execute<{ state: string }>(
        sql`select distinct state from document_standings where school_id = ${id} order by state`,
      )
      expect(states.map(({ state }) => state)).toEqual(
        documentStates.filter((state) => state !== 'missing' && state !== 'expired').toSorted(),
      )
    }
  }

  test('are written once, each visible to itself alone, with balances that are the sums of their entries', async () => {
    const first = await seedDemo(own.database, deps)
    expect(first.seeded).toBe(true)
    expect(first.schools.map(({ code, currency, language }) => [code, currency, language])).toEqual([
      ['alnoor', 'QAR', 'en'],
      ['manara', 'KWD', 'ar'],
    ])
    expect(first.signIns).toHaveLength(26)

    const second = await seedDemo(own.database, deps)
    expect(second).toEqual({ seeded: false, schools: first.schools, signIns: [] })

    for (const { code } of first.schools) {
      const counts = await own.database.tenant(await schoolIdOf(code), async (tx) => ({
        pupils: await tx.$count(customers),
        items: await tx.$count(items),
        staff: await tx.$count(users),
        students: await tx.$count(students),
      }))
      expect(counts.staff).toBe(13)
      expect(counts.students).toBeGreaterThanOrEqual(code === 'alnoor' ? 60 : 40)
      expect(counts.pupils).toBeGreaterThan(950)
      expect(counts.pupils).toBeLessThan(1050)
      expect(counts.items).toBeGreaterThan(115)
    }
    await expectWorkAtTheDesk()
    const { rows: unlike } = await own.owner.execute<{ status: string; count: number }>(sql`
      select s.status, count(*)::int as count from students s
      left join seat_holds h on h.school_id = s.school_id and h.student_id = s.id and h.released_at is null
      left join offers o on o.school_id = s.school_id and o.student_id = s.id and o.state in ('sent', 'viewed', 'accepted')
      where (case when s.status = 'on-hold' then s.held_from else s.status end in ('offer-out', 'accepted', 'booked', 'confirmed'))
        <> (h.id is not null and o.id is not null)
      group by s.status`)
    expect(unlike).toEqual([])
    const states = (await own.owner.select({ state: offers.state }).from(offers)).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['sent', 'viewed', 'accepted', 'declined', 'expired']))
    const faces = async (code: string) => {
      const schoolId = await schoolIdOf(code)
      const ctx = { schoolId, nowMs: noon, random: deps.random, keyRing: deps.keyRing }
      const { on, key, agreed } = await own.database.tenant(schoolId, (tx) => readSettings(tx, ctx))
      const { pupils } = await own.database.tenant(schoolId, (tx) => listPupils(tx, ctx))
      return [on, key, agreed, pupils.filter(({ hasPin }) => hasPin).length]
    }
    expect([await faces('alnoor'), await faces('manara')]).toEqual([
      [true, 'ready', 10, 4],
      [false, 'ready', 0, 0],
    ])
    const { rows } = await own.owner.execute<{ wrong: number; funded: number; late: number }>(sql`
      select count(*) filter (where b.balance <> coalesce(e.total, 0))::int as wrong,
        count(*) filter (where b.balance > 0)::int as funded,
        (select count(*) from account_entries where business_day >= ${businessDay(noon, 'Asia/Qatar', 0)})::int as late
      from account_balances b left join (
        select school_id, customer_id, sum(amount) as total from account_entries group by 1, 2
      ) e using (school_id, customer_id)`)
    expect(rows[0]).toMatchObject({ wrong: 0, late: 0 })
    expect(rows[0]?.funded).toBeGreaterThan(1500)
  })

  test('have the letters of their offers as soon as there is an address to stand on them, each once', async () => {
    await seedDemo(own.database, deps)
    const log = keptLog()
    const settings = { mode: 'test' as const, publicUrl: undefined, hosts: [], trustProxy: false }
    const installation = openInstallation({ ...deps, db: own.database })
    const all = {
      ...deps,
      installation,
      db: own.database,
      log,
      settings,
      familyMessages,
      settleRestored,
      mailer: undefined,
    }
    const issue = () => issueDemoLetters(all, ['alnoor'], 'http://localhost:3000')
    const letters = () => own.owner.select().from(issuedLetters)
    await issue()
    const issued = await letters()
    await issue()
    expect(await letters()).toHaveLength(issued.length)
    const id = await schoolIdOf('alnoor')
    const live = (await own.owner.select().from(offers)).filter(
      ({ schoolId, state }) => schoolId === id && ['sent', 'viewed', 'accepted'].includes(state),
    )
    expect(issued).toHaveLength(live.length)
    expect(new Set(issued.map(({ sourceId }) => sourceId))).toEqual(new Set(live.map((offer) => offer.id)))
    for (const { blocks, issuedAt } of issued) {
      expect(blocks.verification?.url).toMatch(/^http:\/\/alnoor\.localhost:3000\/verify\//)
      expect(Date.parse(issuedAt)).toBeLessThanOrEqual(noon)
      // Each half greets the guardian in its own script.
      const greeting = blocks.blocks.flatMap((block) => (block.kind === 'para' ? [block.said] : []))[0] ?? []
      const greeted = greeting.map(({ lang, runs }) => [lang, runs.map(({ text }) => text).join('')])
      expect(greeted).toEqual([
        ['en', expect.stringMatching(/^Dear [\w' -]+,$/)],
        ['ar', expect.stringMatching(/^حضرة ولي الأمر [^a-z]+،$/i)],
      ])
    }
  })

  test('can be signed in to with the passwords that are shown', async () => {
    const { signIns } = await seedDemo(own.database, deps)
    const operator = signIns.find(({ school, username }) => school === 'manara' && username === 'operator2')
    expect(operator).toMatchObject({ path: '/pos-sign-in', role: 'operator', password: 'gate-operator2-demo' })
    const [stored] = await own.database.tenant(await schoolIdOf('manara'), (tx) =>
      tx.select().from(users).where(eq(users.userName, 'operator2')),
    )
    expect(stored?.roles).toEqual(['operator'])
    expect(await deps.passwords.verify('gate-operator2-demo', stored?.passwordHash ?? '')).toBe(true)
    expect(await deps.passwords.verify('gate-operator1-demo', stored?.passwordHash ?? '')).toBe(false)
  })

  test('a start that broke off between the schools is completed; a database with its own school is left alone', async () => {
    await seedDemo(own.database, deps)
    await own.owner.execute(
      sql`update schools set code = 'elsewhere', profile = profile - 'isDemo' where code = 'manara'`,
    )
    expect((await seedDemo(own.database, deps)).seeded).toBe(false)

    await own.owner.delete(schools).where(eq(schools.code, 'elsewhere'))
    const tables = [
      'stock_entries',
      'stock_items',
      'account_entries',
      'account_balances',
      'customers',
      'items',
      'categories',
      'modifier_groups',
      'users',
      'admission_rules',
      'offer_deposits',
      'offer_answers',
      'offer_links',
      'offer_notices',
      'offer_signers',
      'offers',
      'seat_holds',
      'seat_places',
      'scoring_moderations',
      'scoring_assessments',
      'scoring_sets',
      'appointment_bookings',
      'appointment_slots',
      'document_deeds',
      'documents',
      'document_standings',
      'file_chunks',
      'submission_files',
      'person_keys',
      'persons',
      'submissions',
      'family_children',
      'student_guardians',
      'student_notes',
      'student_tasks',
      'student_changes',
      'students',
      'form_versions',
      'forms',
      'consent_purposes',
      'consent_wordings',
      'fee_schedules',
      'fee_plans',
      'fee_discount_rules',
      'fee_components',
    ]
    for (const table of [...tables, 'tills', 'sites', 'school_versions']) {
      await own.owner.execute(sql.raw(`delete from ${table} where school_id not in (select school_id from schools)`))
    }
    const completed = await seedDemo(own.database, deps)
    expect(completed.seeded).toBe(true)
    expect(new Set(completed.signIns.map(({ school }) => school))).toEqual(new Set(['manara']))
    expect(completed.schools).toHaveLength(2)
  })

  test('two servers that start at once write them once', async () => {
    const both = await Promise.all([seedDemo(own.database, deps), seedDemo(own.database, deps)])
    expect(both.flatMap(({ signIns }) => signIns)).toHaveLength(26)
    expect(await own.owner.$count(schools)).toBe(2)
  })
})
