import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue, startErasureWorker } from '#server/features/retention/erasure-worker.service.ts'
import { permitScope } from '#server/features/retention/erase.ts'
import { scopeOf } from '#server/features/retention/scope.ts'
import { permitErasure } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { dueWhileAwake } from '#server/features/sync/installation/installation.service.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import {
  eraseFile,
  fileRetention,
  filesDue,
  holdFile,
  lastErased,
  Retention,
} from '#shared/retention/retention.contract.ts'
import { addNote } from '#shared/students/student-notes.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { changeRules } from '#tests/support/records/decisions-made.ts'
import { staySignedIn, step } from '#tests/support/records/offers-made.ts'
import { fileOf, type MadeStudent, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the clock of a closed file on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const as: Record<string, Caller> = {}
  const by = (name: string) => as[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      as[role] = await signInAs(box, alnoor, role, [role])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, by('head'), more)
  const closed = async (more: object = {}): Promise<MadeStudent> => {
    const made = await makeStudent(box, alnoor, { nameLatin: 'Sara Nair', ...more })
    await step(box, by('registrar'), made, {
      kind: 'move',
      to: 'rejected',
      outcome: 'refused-by-school',
      reason: 'age',
    })
    return made
  }
  const read = async (id: string) =>
    Retention.parse((await call(box.app, by('finance'), fileRetention, { student_id: id })).body)
  const hold = async (id: string, held: object | null, who = 'registrar') => {
    const { status, body } = await call(box.app, by(who), holdFile, { student_id: id, hold: held })
    return status === 200 ? Retention.parse(body) : body['messageId']
  }
  const erase = async ({ id, reference }: MadeStudent, cause = 'time-over', more: object = {}) => {
    const asked = { student_id: id, reference, cause, ...more }
    const { status, body } = await call(box.app, by('head'), eraseFile, asked)
    return status === 200 ? Retention.parse(body).erased?.cause : body['messageId']
  }
  const due = async () => filesDue.reply.parse((await call(box.app, by('registrar'), filesDue, {})).body)
  const dueIds = async () => (await due()).files.map(({ student }) => student.student_id)
  const later = (days: number) => box.clock.advance(days * dayMs)

  it('runs from the day on which the file was closed, stops with a file that is opened again, and is nobody’s while it is open', async () => {
    const made = await closed()
    expect(await read(made.id)).toMatchObject({ closedOn: '2030-03-03', erasesOn: '2031-03-03', hindrance: null })
    expect(await erase(made)).toBe('student.erase-early')
    await setRules({ keepClosedMonths: null })
    expect(await read(made.id)).toMatchObject({ erasesOn: null })
    expect(await due()).toMatchObject({ keepMonths: null, total: 0 })
    expect(await erase(made)).toBe('student.erase-early')
    await setRules({ keepClosedMonths: 6 })
    expect(await read(made.id)).toMatchObject({ erasesOn: '2030-09-03' })
    const open = await makeStudent(box, alnoor)
    expect(await read(open.id)).toMatchObject({ closedOn: null, erasesOn: null, hold: null, erased: null })
    expect([await erase(open, 'family-asked'), await hold(open.id, { reason: 'x', until: null })]).toEqual([
      'student.no-such-move',
      'student.no-such-move',
    ])
  })

  it('is due on its day and not before; a hold keeps it, with or without a last day', async () => {
    const [one, held, endless] = [await closed(), await closed(), await closed()]
    expect(await hold(held.id, { reason: 'A complaint', until: '2030-09-10' })).toMatchObject({
      erasesOn: '2030-09-11',
      hold: { reason: 'A complaint', by: { name: { en: 'registrar' } } },
      hindrance: 'student.erase-held',
    })
    await hold(endless.id, { reason: 'A court', until: null }, 'head')
    expect(await hold(one.id, null, 'admission-officer')).toBe('access.denied')
    later(183)
    expect(await dueIds()).toEqual([])
    later(1)
    expect(await dueIds()).toContain(one.id)
    expect(await dueIds()).not.toContain(held.id)
    expect([await erase(held), await erase(endless, 'family-asked')]).toEqual([
      'student.erase-held',
      'student.erase-held',
    ])
    later(8)
    expect(await dueIds()).toContain(held.id)
    expect(await dueIds()).not.toContain(endless.id)
    expect(await hold(endless.id, null)).toMatchObject({ hold: null, erasesOn: '2030-09-03' })
    expect(await dueIds()).toContain(endless.id)
  })

  it('erases by hand with the reference typed, once; nothing is added to what was erased', async () => {
    const made = await closed()
    expect(await erase(made, 'family-asked', { reference: 'AAAAAAAA' })).toBe('request.invalid')
    expect(await erase(made, 'family-asked')).toBe('family-asked')
    const { erased } = await read(made.id)
    box.clock.advance(5)
    expect(await erase(made, 'time-over')).toBe('family-asked')
    expect((await read(made.id)).erased).toEqual(erased)
    const file = await fileOf(box, by('registrar'), made.id)
    expect(file.student).toMatchObject({
      student_name: null,
      birthDate: null,
      erasedAt: erased?.at,
      status: 'rejected',
    })
    expect(file.moves).toEqual([])
    const again = { kind: 'move', to: 'shortlisted', reason: 'other', note: 'come back' } as const
    expect(await step(box, by('registrar'), { id: made.id, revision: file.student.revision }, again)).toMatchObject({
      refused: 'student.erased',
    })
    const note = { student_id: made.id, noteId: OpId.parse(crypto.randomUUID()), way: 'call', text: 'Sara called' }
    expect((await call(box.app, by('admission-officer'), addNote, note)).body['messageId']).toBe('student.erased')
    expect(await hold(made.id, { reason: 'late', until: null })).toBe('student.erased')
    expect((await call(box.app, by('finance'), lastErased)).body['agoMs']).toBe(5)
  })

  it('waits until a family has its money back', async () => {
    const made = await makeStudent(box, alnoor)
    const fee = {
      kind: 'application-fee',
      amount: minor(100),
      method: 'cash',
      receipt: 'F1',
      on: '2030-03-02',
    } as const
    const fresh = async () => ({
      id: made.id,
      revision: (await fileOf(box, by('registrar'), made.id)).student.revision,
    })
    await step(box, by('finance'), await fresh(), fee)
    await step(box, by('registrar'), await fresh(), {
      kind: 'move',
      to: 'rejected',
      outcome: 'refused-by-school',
      reason: 'age',
    })
    expect(await erase(made, 'family-asked')).toBe('student.erase-owed')
    await step(box, by('finance'), await fresh(), {
      kind: 'fee-refund',
      amount: minor(100),
      method: 'cash',
      receipt: 'F2',
    })
    expect(await erase(made, 'family-asked')).toBe('family-asked')
  })

  it('goes by itself only where the school says so; of two servers at once one erases, and it can be stopped after any', async () => {
    later(400)
    const before = (await due()).total
    expect(before).toBeGreaterThan(1)
    expect(await eraseDue(box.deps, alnoor.schoolId)).toBe(0)
    await setRules({ erasesByItself: true })
    let asked = 0
    expect(await eraseDue(box.deps, alnoor.schoolId, () => (asked += 1) > 1)).toBe(1)
    const counts = await Promise.all([1, 2].map(() => eraseDue(box.deps, alnoor.schoolId)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(before - 1)
    expect((await due()).total).toBe(0)
    const round = startErasureWorker(box.deps, dueWhileAwake(box.deps))
    await round.stop()
  })

  it('the database lets nothing go but of whom the transaction names, and only a closed file can be named', async () => {
    const [one, other] = [await closed(), await makeStudent(box, alnoor)]
    const { schoolId } = alnoor
    const tenant = box.db.database.tenant.bind(box.db.database)
    const changes = async (id: string) =>
      (await box.db.owner.execute(sql`select 1 from student_changes where student_id = ${id} and note is null`)).rows
        .length
    const note = (id: string) =>
      sql`update student_changes set note = null, reason = null where student_id = ${id} returning id`
    expect((await tenant(schoolId, (tx) => tx.execute(note(one.id)))).rows).toEqual([])
    const write = (id: string) => sql`
      insert into student_erasures (school_id, student_id, xact, records, cause, closed_on, counts, day, at)
      values (${schoolId}, ${id}, '1', '{}', 'time-over', '2030-03-03', '{}', '2030-03-03', now())`
    const refused = async (query: ReturnType<typeof sql>) =>
      tenant(schoolId, (tx) => tx.execute(query)).then(
        () => 'taken',
        (error: unknown) => sqlState(error),
      )
    expect(await refused(write(one.id))).toBe('42501')
    expect(await changes(one.id)).toBeGreaterThan(0)
    await tenant(schoolId, async (tx) => {
      await permitErasure(tx, [one.id])
      await tx.execute(write(one.id))
      expect((await tx.execute(note(one.id))).rows.length).toBeGreaterThan(0)
      expect((await tx.execute(note(other.id))).rows).toEqual([])
    })
    const about = { about: 'file', day: '2031-01-01' } as const
    const named = async (studentId: string) =>
      tenant(schoolId, async (tx) => permitScope(tx, await scopeOf(tx, { schoolId, studentId }), about))
    await named(one.id)
    await expect(named(other.id)).rejects.toThrow('no closed file')
    await box.db.owner.execute(sql`insert into erasure_holds (school_id, student_id, reason, until_day, by_user, at)
      values (${schoolId}, ${one.id}, 'a dispute', '2031-01-01', ${crypto.randomUUID()}, now())`)
    await expect(named(one.id)).rejects.toThrow('on hold')
    await expect(tenant(schoolId, (tx) => permitErasure(tx, ["'; drop table sites"]))).rejects.toThrow(TypeError)
    expect((await tenant(schoolId, (tx) => tx.execute(note(one.id)))).rows).toEqual([])
  })
})
