import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { accountEntries, customers, pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import {
  checkPupilImport,
  type PupilImport,
  pupilImports,
  pupilsRefused,
  pupilTemplate,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const head =
  'Admission number,Name (English),Name (Arabic),Grade,Class,Birth date,Card number,Guardian,Guardian’s email,Guardian’s phone,Opening balance,Daily limit,Overdraft,Allergies,Diet'
const row = (no: number, more: { card?: string; balance?: string; email?: string } = {}) =>
  `P${no},Pupil ${no},طالب ${no},Grade 5,5-A,2019-03-0${(no % 9) + 1},${more.card ?? `7000${no}`},Guardian ${no},${more.email ?? `g${no}@example.org`},+9745550${String(no).padStart(4, '0')},${more.balance ?? '12.50'},20,5,"milk, nuts",halal`

describe.each(engines)('pupils from a file on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let rami: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    rami = await signInAs(box, canteen.school, 'rami', ['registrar', 'finance'])
  })
  afterAll(() => box.close())

  const checkReply = (lines: readonly string[], caller: Caller) => {
    box.clock.advance(1)
    const data = Buffer.from([head, ...lines].join('\n')).toString('base64')
    const asked = { commandId: uuidv7(Date.parse('2030-03-03'), machineRandom), fileName: 'pupils.csv', data }
    return call(box.app, caller, checkPupilImport, asked)
  }
  const check = async (lines: readonly string[], caller = rami) => {
    const reply = await checkReply(lines, caller)
    expect(reply.status).toBe(200)
    const { job } = checkPupilImport.reply.parse(reply.body)
    if (!job) throw new Error('the file was not read')
    return job
  }
  const jobNow = async (id: string): Promise<PupilImport> => {
    const { jobs } = pupilImports.reply.parse((await call(box.app, rami, pupilImports)).body)
    const job = jobs.find((each) => each.id === id)
    if (!job) throw new Error('no such import')
    return job
  }
  const bring = async ({ id }: PupilImport): Promise<PupilImport> => {
    expect((await call(box.app, rami, runPupilImport, { id, isRunning: true })).status).toBe(200)
    return vi.waitFor(async () => {
      const job = await jobNow(id)
      expect(job.state).toBe('done')
      return job
    }, 30_000)
  }
  const inSchool = <T>(work: Parameters<typeof box.db.database.tenant<T>>[1]) =>
    box.db.database.tenant(canteen.school.schoolId, work)
  const pupil = async (admissionNo: string) => {
    const [found] = await inSchool((tx) => tx.select().from(customers).where(eq(customers.admissionNo, admissionNo)))
    if (!found) throw new Error(`no pupil ${admissionNo}`)
    return found
  }

  it('imports nothing until told, then pupils with account, file, guardian, class and opening balance', async () => {
    const job = await check([row(1), row(2), row(3, { balance: '' })])
    expect(job.counts).toEqual({ new: 3, changed: 0, same: 0, refused: 0 })
    expect(await inSchool((tx) => tx.select().from(students))).toEqual([])
    expect(await bring(job)).toMatchObject({ state: 'done', done: 3 })
    const one = await pupil('P1')
    expect(one).toMatchObject({
      name: { en: 'Pupil 1', ar: 'طالب 1' },
      className: '5-A',
      cardNo: '70001',
      birthDate: '2019-03-02',
      dailyLimit: 2000,
      overdraft: 500,
      allergens: ['milk', 'nuts'],
      diet: ['halal'],
      active: true,
    })
    const [schoolClass] = await inSchool((tx) => tx.select().from(schoolClasses))
    expect(schoolClass).toMatchObject({ id: one.classId, grade: '5', name: { en: '5-A', ar: '5-A' } })
    const [link] = await inSchool((tx) => tx.select().from(pupilAccounts).where(eq(pupilAccounts.customerId, one.id)))
    expect(link).toMatchObject({ isOurs: true, state: 'open' })
    const [file] = await inSchool((tx) =>
      tx
        .select()
        .from(students)
        .where(eq(students.id, link?.studentId ?? '')),
    )
    expect(file).toMatchObject({
      reference: 'P1',
      nameLatin: 'Pupil 1',
      nameArabic: 'طالب 1',
      status: 'confirmed',
      grade: '5',
    })
    const guardians = await inSchool((tx) => tx.select().from(studentGuardians))
    expect(guardians.find(({ studentId }) => studentId === file?.id)).toMatchObject({
      nameLatin: 'Guardian 1',
      email: 'g1@example.org',
      phone: '+97455500001',
    })
    const entries = await inSchool((tx) => tx.select().from(accountEntries))
    expect(entries.filter(({ kind }) => kind === 'adjust').map(({ amount }) => amount)).toEqual([1250, 1250])
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('leaves what is imported out of the admissions funnel: those pupils never applied', async () => {
    const { stages, byGrade, bySource } = studentFunnel.reply.parse((await call(box.app, rami, studentFunnel)).body)
    expect(stages.slice(1).map(({ reached }) => reached)).toEqual([0, 0, 0, 0, 0, 0])
    expect([byGrade, bySource]).toEqual([[], []])
    expect((await inSchool((tx) => tx.select().from(students))).length).toBeGreaterThan(0)
  })

  it('reaches the tills with their next pull', async () => {
    const device = await pairDevice(canteen)
    const asked = { deviceId: device.tablet.deviceId, installEpoch: uuidv7(0, machineRandom), cursors: {} }
    const { body } = await signedCall(box, { school: 'alnoor' }, device.tablet, pullSnapshot, asked)
    const { customers: pulled, balances } = SnapshotPage.parse(body)
    const one = await pupil('P1')
    expect(pulled.find(({ id }) => id === one.id)).toMatchObject({ className: '5-A', cardNo: '70001' })
    expect(balances.find(({ customerId }) => customerId === one.id)).toMatchObject({ balance: 1250 })
  })

  it('finds nothing to change in the same file, and writes an opening balance once', async () => {
    const job = await check([row(1), row(2), row(3, { balance: '' })])
    expect(job.counts).toEqual({ new: 0, changed: 0, same: 3, refused: 0 })
    const again = await check([row(1, { balance: '13' }), row(3, { balance: '7', email: 'new@example.org' })])
    expect(again.counts).toEqual({ new: 0, changed: 1, same: 0, refused: 1 })
    const { refused } = pupilsRefused.reply.parse((await call(box.app, rami, pupilsRefused, { id: again.id })).body)
    expect(refused).toEqual([
      { row: 2, name: 'Pupil 1', problems: [{ column: 'openingBalance', why: 'already-opened' }] },
    ])
    await bring(again)
    const entries = await inSchool((tx) => tx.select().from(accountEntries))
    expect(entries.filter(({ kind }) => kind === 'adjust').map(({ amount }) => amount)).toEqual([1250, 1250, 700])
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('names each bad row and column, and takes neither a card of another pupil nor two rows of one', async () => {
    const job = await check([
      row(4, { card: '70001' }),
      row(5, { email: 'nobody' }),
      row(6, { balance: '1.234' }),
      row(7),
      row(7),
      'P8,طالب,Pupil,Grade 99,,2031-01-01,x,,,,,,,dust,',
    ])
    expect(job.counts).toEqual({ new: 1, changed: 0, same: 0, refused: 5 })
    const { refused } = pupilsRefused.reply.parse((await call(box.app, rami, pupilsRefused, { id: job.id })).body)
    expect(
      refused.map(({ row: no, problems }) => [no, ...problems.map(({ column, why }) => `${column} ${why}`)]),
    ).toEqual([
      [2, 'cardNo card-taken'],
      [3, 'guardianEmail not-an-email'],
      [4, 'openingBalance not-an-amount'],
      [6, 'admissionNo twice', 'cardNo twice'],
      [
        7,
        'nameEn script',
        'nameAr script',
        'grade not-a-grade',
        'cardNo not-a-card',
        'allergens unknown-allergen',
        'birthDate day-to-come',
      ],
    ])
  })

  it('stops when told, and goes on from there', async () => {
    const lines = Array.from({ length: 600 }, (_, no) => row(1000 + no, { card: String(500_000 + no) }))
    const job = await check(lines)
    await call(box.app, rami, runPupilImport, { id: job.id, isRunning: true })
    const stopped = await call(box.app, rami, runPupilImport, { id: job.id, isRunning: false })
    expect(['stopped', 'done']).toContain(runPupilImport.reply.parse(stopped.body).job.state)
    expect((await bring(await jobNow(job.id))).done).toBe(600)
  })

  it('overwrites nothing that is changed while it waits', async () => {
    const job = await check(['P2,Another name,,,,,,,,,,,,,'])
    const run = () => call(box.app, rami, runPupilImport, { id: job.id, isRunning: true })
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await inSchool(async (tx) => {
      await tx
        .update(customers)
        .set({ dailyLimit: minor(777), allergens: ['egg'] })
        .where(eq(customers.admissionNo, 'P2'))
      // The embedded engine has one connection, so there nobody waits.
      if (engine === 'pglite') return
      await run()
      await vi.waitFor(async () => expect((await box.db.owner.execute(waits)).rows.length).toBeGreaterThan(0), 10_000)
    })
    await run()
    await vi.waitFor(async () => expect((await jobNow(job.id)).state).toBe('done'), 30_000)
    expect(await pupil('P2')).toMatchObject({ name: { en: 'Another name' }, dailyLimit: 777, allergens: ['egg'] })
  })

  it('sets balances and limits only for those who move money, and large ones for those who approve', async () => {
    const registrar = await signInAs(box, canteen.school, 'lina', ['registrar'])
    const mover = await signInAs(box, canteen.school, 'maha', ['registrar', 'supervisor'])
    const plain = 'P21,Pupil 21,,,,,,,,,,,,,'
    for (const amounts of ['5,,', ',5,', ',,5']) {
      const line = `P21,Pupil 21,,,,,,,,,${amounts},,`
      expect(await checkReply([line], registrar)).toMatchObject({
        status: 403,
        body: { messageId: 'pupil.money-rights' },
      })
      expect((await check([line], mover)).counts.new).toBe(1)
    }
    const { id } = await check([plain], registrar)
    const runs = async (who: Caller, job: string) =>
      (await call(box.app, who, runPupilImport, { id: job, isRunning: true })).status
    expect(await runs(registrar, id)).toBe(200)
    const large = await check([row(22, { balance: '-500.01' })], mover)
    expect(await runs(registrar, large.id)).toBe(403)
    await box.db.owner
      .update(schools)
      .set({ tillPolicy: { ...canteen.policy, approvalAbove: minor(50_000) } })
      .where(eq(schools.schoolId, canteen.school.schoolId))
    expect(await runs(mover, large.id)).toBe(403)
    expect((await jobNow(large.id)).state).toBe('checked')
    await bring(large)
    const small = await check([row(23, { balance: '500.00' })], mover)
    expect(await runs(mover, small.id)).toBe(200)
    await bring(small)
  })

  it('is for those who keep pupils, and keeps no name in the record', async () => {
    const huda = await signInAs(box, canteen.school, 'huda2', ['supervisor'])
    expect((await call(box.app, huda, pupilImports)).status).toBe(403)
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'theirs', ['registrar', 'finance'])
    const job = await check([row(1)], theirs)
    expect(job.counts.new).toBe(1)
    expect((await call(box.app, rami, pupilsRefused, { id: job.id })).status).toBe(404)
    const events = await inSchool((tx) => tx.select().from(auditEvents).where(eq(auditEvents.what, 'pupils-imported')))
    const all = expect.arrayContaining([{ count: 3 }, { count: 1 }, { count: 600 }])
    expect(events.map(({ facts }) => facts)).toEqual(all)
    expect((await call(box.app, rami, pupilTemplate, { language: 'ar' })).status).toBe(200)
  })
})
