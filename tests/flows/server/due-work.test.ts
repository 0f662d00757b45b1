import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dueWhileAwake } from '#server/features/sync/installation/installation.service.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { sendMails } from '#server/features/mail/send-mails.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { startWorkers } from '#server/node/start/start-workers.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { countStatements } from '#tests/support/checks/count-statements.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const kinds = 18
const pauseMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(engines)('what background work is due on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const codes = async (due = dueWhileAwake(box.deps)) => (await due.list('billing')).map(({ schoolId }) => schoolId)
  /** A database opened again, which remembers nothing of what it has noted. */
  const openedAnew = () => databaseOver(box.db.owner, { kind: engine, close: async () => {} })
  const forget = () => box.db.owner.execute(sql`delete from due_work`)
  const settleAll = () =>
    box.db.owner.execute(sql`
      insert into due_work (school_id, kind, due_at)
      select school_id, kind, now() + interval '5 hours' from schools, unnest(array['admission-clock', 'admission-import',
        'bank-lines', 'billing', 'bulk-letters', 'earned-revenue', 'erasure', 'face-retention', 'fee-payments',
        'letter-printing', 'mail', 'mail-urgent', 'patterns', 'pupil-import', 'removed-lines', 'subject-access', 'sums-by-day',
        'webhooks']) kind
      on conflict (school_id, kind) do update set due_at = excluded.due_at`)

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
  })
  beforeEach(forget)
  afterAll(() => box.close())

  it('a school is due until it was looked at, and then not for hours', async () => {
    const due = dueWhileAwake(box.deps)
    expect(await codes(due)).toEqual([alnoor.schoolId])
    await due.settle('billing', alnoor.schoolId, 3_600_000)
    expect(await codes(due)).toEqual([])
    expect((await due.list('erasure')).map(({ isChanging }) => isChanging)).toEqual([false])
    await box.db.owner.execute(sql`update due_work set due_at = now() - interval '1 second'`)
    expect(await codes(due)).toEqual([alnoor.schoolId])
  })

  it('a school is due in every round while something changes in it; reading changes nothing', async () => {
    const due = dueWhileAwake(box.deps)
    await codes(due)
    await settleAll()
    const { schoolId } = alnoor
    await openedAnew().tenant(schoolId, (tx) => tx.execute(sql`select from sites`))
    await openedAnew().tenant(schoolId, (tx) => tx.execute(sql`update schools set code = code`), { isQuiet: true })
    expect(await codes(due)).toEqual([])
    await openedAnew().tenant(schoolId, (tx) => tx.execute(sql`update schools set code = code`))
    expect((await due.list('billing')).map(({ isChanging }) => isChanging)).toEqual([true])
    await box.db.owner.execute(sql`update due_work set due_at = now() where kind = 'changes'`)
    expect(await codes(due)).toEqual([])
  })

  it('notes no change of a transaction that failed', async () => {
    const due = dueWhileAwake(box.deps)
    await codes(due)
    await settleAll()
    const failing = openedAnew().tenant(alnoor.schoolId, async (tx) => {
      await tx.execute(sql`update schools set code = code`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await codes(due)).toEqual([])
  })

  it('a server that starts looks once at each school that changed in the last days: a job may be in its middle', async () => {
    await settleAll()
    await box.db.owner.execute(sql`insert into due_work (school_id, kind, due_at)
      select school_id, 'changes', now() - interval '2 days' from schools`)
    const due = dueWhileAwake(box.deps)
    expect(await codes(due)).toEqual([alnoor.schoolId])
    expect(await codes(due)).toEqual([])
  })

  it('OPS-37: a code of another school leaves before five thousand messages to many', async () => {
    const many = await makeSchool(box, 'many')
    const letter = {
      version: 1,
      languages: ['en'],
      title: 'To all',
      brand: '#005eb8',
      school: { en: 'Many', ar: 'كثير' },
      letterhead: null,
      reference: '',
      verification: null,
      blocks: [],
    }
    const mail = (schoolId: string, template: 'school-message' | 'sign-in-code' | 'form-received', no: number) => ({
      schoolId,
      id: uuidv7(box.clock.nowMs(), box.deps.random),
      recipient: `${template}-${no}@home.example`,
      language: 'en' as const,
      template,
      params: {
        code: '123456',
        minutes: '15',
        userName: 'x',
        form: 'f',
        reference: 'r',
        next: 'n',
        path: '/',
        subject: 's',
        letter: JSON.stringify(letter),
      },
      origin: 'https://many.example.school',
      state: 'queued' as const,
      nextAt: toInstant(box.clock.nowMs()),
      createdAt: toInstant(box.clock.nowMs()),
    })
    for (let at = 0; at < 5000; at += 1000)
      await box.db.owner
        .insert(mails)
        .values(Array.from({ length: 1000 }, (_, no) => mail(many.schoolId, 'school-message', at + no)))
    const sent: string[] = []
    const send: NonNullable<Deps['mailer']>['send'] = async ({ to }) => {
      sent.push(to)
      await pauseMs(20)
    }
    const sending = sendMails({ ...box.deps, mailer: { send } }, dueWhileAwake(box.deps))
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(8)
    const before = sent.length
    await openedAnew().tenant(alnoor.schoolId, (tx) =>
      tx.insert(mails).values([mail(alnoor.schoolId, 'sign-in-code', 1), mail(alnoor.schoolId, 'form-received', 1)]),
    )
    const others = () => sent.filter((to) => !to.startsWith('school-message'))
    await expect.poll(() => others().length, { timeout: 20_000, interval: 5 }).toBe(2)
    await sending.stop()
    // One turn of the other school at most stands before the email that nobody waits for; the code waits for its round alone.
    const at = (to: string) => sent.indexOf(to) - before
    expect(at('form-received-1@home.example')).toBeLessThan(4 * 5 * 6)
    expect(sent.length).toBeLessThan(2500)
    await box.db.owner.delete(mails)
  })
})

describe('a server of two thousand schools', () => {
  let box: Box
  let counted: ReturnType<typeof countStatements>
  beforeAll(async () => {
    box = await openBox('postgres')
    await makeSchool(box, 'alnoor')
    await box.db.owner.execute(sql`
      insert into schools
      select (jsonb_populate_record(s, jsonb_build_object('school_id', gen_random_uuid(), 'code', 'school-' || n))).*
      from schools s, generate_series(1, 1999) n`)
    counted = countStatements()
  })
  afterAll(async () => {
    counted.stop()
    await box.close()
  })

  it('OPS-36: at rest sends fewer than fifty statements a second', async () => {
    const everyKind = sql`unnest(array['admission-clock', 'admission-import', 'bank-lines', 'billing', 'bulk-letters',
      'earned-revenue', 'erasure', 'face-retention', 'fee-payments', 'letter-printing', 'mail', 'mail-urgent', 'patterns',
      'pupil-import', 'removed-lines', 'subject-access', 'sums-by-day',
      'webhooks']) kind`
    await box.db.owner.execute(sql`
      insert into due_work (school_id, kind, due_at)
      select school_id, kind, now() + interval '5 hours' from schools, ${everyKind}`)
    // Each school's keys were looked at once.
    await box.db.owner.execute(sql`update schools set secrets_key = ${box.deps.keyRing?.newest.id}`)
    const deps: Deps = { ...box.deps, mailer: { send: async () => {} } }
    const workers = startWorkers(deps)
    // Every kind has its first round at once.
    await pauseMs(1500)
    counted.reset()
    const began = performance.now()
    await pauseMs(6000)
    await Promise.all(workers.map((worker) => worker.stop()))
    const rounds = counted.statements() / ((performance.now() - began) / 1000)
    expect(await dueRows(box)).toBe(2000 * kinds)

    // One school looked at by every kind of work; all of them are, once in eight hours, or 6.4 with the spread.
    const [first] = (
      await box.db.owner.execute<{ id: string }>(sql`select school_id as id from schools order by code desc limit 1`)
    ).rows
    await box.db.owner.execute(sql`delete from due_work where kind = 'changes'`)
    await box.db.owner.execute(sql`update due_work set due_at = now() where school_id = ${first?.id}`)
    counted.reset()
    const looking = startWorkers(deps)
    await expect.poll(() => settled(box, first?.id), { timeout: 20_000, interval: 1000 }).toBe(kinds)
    await Promise.all(looking.map((worker) => worker.stop()))
    const ofSchool = counted.statements()
    const atRest = rounds + (2000 * ofSchool) / (6.4 * 3600)
    console.info(
      `${rounds.toFixed(1)} statements/s of rounds, ${ofSchool} to look at a school: ${atRest.toFixed(1)}/s in all`,
    )
    expect(atRest).toBeLessThan(50)
  })
})

const dueRows = async (box: Box) =>
  (
    await box.db.owner.execute<{ count: number }>(
      sql`select count(*)::int as count from due_work where due_at > now() and kind <> 'changes'`,
    )
  ).rows[0]?.count

const settled = async (box: Box, schoolId: string | undefined) =>
  (
    await box.db.owner.execute<{ count: number }>(
      sql`select count(*)::int as count from due_work where school_id = ${schoolId} and due_at > now() and kind <> 'changes'`,
    )
  ).rows[0]?.count
