import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJob } from '#server/features/admissions/bulk-letters/letter-job.service.ts'
import { runLetterJob, runLetterJobs } from '#server/features/admissions/bulk-letters/run-letter-job.service.ts'
import { letterPrints } from '#server/features/letters/issue/letter.table.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import {
  changeLetterJob,
  checkLetterJob,
  letterJobFile,
  letterJobs,
  startLetterJob,
} from '#shared/admissions/letter-job.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pdfPages, pdfText } from '#tests/support/letters/letter-pdf.ts'
import { fileFrom, lettersOf } from '#tests/support/letters/letters-made.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('letters for many, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let typesetter: ForkedTypesetter
  let submissionId: string

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    submissionId = await makeApplication(box, alnoor)
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const made = (count: number, more: object = {}) =>
    makeStudents(box, alnoor, count, () => ({ id: crypto.randomUUID(), status: 'waiting', submissionId, ...more }))
  const ask = async (to: typeof startLetterJob, ids: string[], commandId = crypto.randomUUID()) => {
    const { body } = await call(box.app, registrar, to, { kind: 'waiting-list', whom: { ids }, commandId })
    return to.reply.parse(body).job
  }
  const jobOf = async (id: string) => {
    const { body } = await call(box.app, registrar, letterJobs)
    return letterJobs.reply.parse(body).jobs.find((job) => job.id === id)
  }
  const change = (id: string, isRunning: boolean) => call(box.app, registrar, changeLetterJob, { id, isRunning })

  it('are checked before: who lacks what is named, and nothing is issued', async () => {
    const fine = await made(2)
    const [other] = await makeStudents(box, alnoor, 1, () => ({
      id: crypto.randomUUID(),
      status: 'waiting',
      nameLatin: 'Omar Nair',
    }))
    const [booked] = await makeStudents(box, alnoor, 1, () => ({
      id: crypto.randomUUID(),
      status: 'booked',
      submissionId,
    }))
    const ids = [...fine, other, booked].flatMap((student) => student?.id ?? [])
    const { body } = await call(box.app, registrar, checkLetterJob, { kind: 'waiting-list', whom: { ids } })
    const checked = checkLetterJob.reply.parse(body)
    expect(checked).toMatchObject({ total: 4, ready: 2, lackingCount: 2 })
    expect(checked.lacking.map(({ student_id, lacks }) => [student_id, lacks])).toEqual([
      [other?.id, ['guardian.name']],
      [booked?.id, ['standing']],
    ])
    expect(await lettersOf(box, registrar, fine[0]?.id ?? '')).toEqual([])
  })

  it('go on by themselves, skip who lacks something, and come as one file in their order', async () => {
    const students = [
      ...(await made(24)),
      ...(await makeStudents(box, alnoor, 1, () => ({ id: crypto.randomUUID(), status: 'waiting' }))),
    ]
    const ids = students.map(({ id }) => id)
    const commandId = crypto.randomUUID()
    const started = await ask(startLetterJob, ids, commandId)
    expect((await ask(startLetterJob, ids, commandId)).id).toBe(started.id)
    await expect.poll(async () => (await jobOf(started.id))?.state, { timeout: 20_000 }).toBe('done')
    expect(await jobOf(started.id)).toMatchObject({ total: 25, issued: 24, lackingCount: 1 })
    expect(await lettersOf(box, registrar, ids[0] ?? '')).toMatchObject([{ kind: 'waiting-list', standing: 'valid' }])
    const zip = await fileFrom(box, registrar, letterJobFile, { id: started.id })
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(zip.bytes)
    expect(Object.keys(files)).toHaveLength(24)
    const [name = '', paper = new Uint8Array()] = Object.entries(files)[0] ?? []
    expect(name).toMatch(/^0001 .*\.pdf$/)
    expect(await pdfText(paper)).toContain(formatReference(students[0]?.reference ?? '?'))
    const print = await fileFrom(box, registrar, letterJobFile, { id: started.id, as: 'print' })
    expect(print.headers.get('content-type')).toBe('application/pdf')
    const pages = await pdfPages(print.bytes)
    expect(pages).toEqual((await Promise.all(Object.values(files).map(pdfPages))).flat())
    students.slice(0, 24).forEach(({ reference }, no) => expect(pages[no]).toContain(formatReference(reference)))
    expect((await jobOf(started.id))?.making).toBeNull()
  })

  it('name those that can not be made, and are saved without them when that is wanted; nothing is no file', async () => {
    const ids = (await made(3)).map(({ id }) => id)
    const { id } = await ask(startLetterJob, ids)
    await expect.poll(async () => (await jobOf(id))?.state, { timeout: 20_000 }).toBe('done')
    const letters = await Promise.all(ids.map((student) => lettersOf(box, registrar, student)))
    const codes = await pdfPages((await fileFrom(box, registrar, letterJobFile, { id, as: 'print' })).bytes)
    const spoilt = letters[1]?.[0]?.id ?? ''
    // As if a newer typesetter had made something else of it.
    await box.db.owner
      .update(letterPrints)
      .set({ sha256: '0'.repeat(64) })
      .where(eq(letterPrints.letterId, spoilt))
    const refused = await call(box.app, registrar, letterJobFile, { id, as: 'print' })
    expect(refused.body).toMatchObject({ messageId: 'letter.differs' })
    expect(String(refused.body['field']).split(' ')).toHaveLength(1)
    const others = await fileFrom(box, registrar, letterJobFile, { id, as: 'print', leavesOut: true })
    expect(await pdfPages(others.bytes)).toEqual([codes[0], codes[2]])
    const both = await fileFrom(box, registrar, letterJobFile, { id, as: 'print-both-sides', leavesOut: true })
    expect((await pdfPages(both.bytes)).filter((text) => text === '')).toHaveLength(2)
    const none = await ask(
      startLetterJob,
      (await makeStudents(box, alnoor, 1, () => ({ status: 'waiting' }))).map(({ id }) => id),
    )
    await expect.poll(async () => (await jobOf(none.id))?.state, { timeout: 20_000 }).toBe('done')
    for (const as of ['zip', 'print'])
      expect((await fileFrom(box, registrar, letterJobFile, { id: none.id, as })).refused).toBe('request.not-found')
  })

  it('are stopped, and go on where they were, after the server has ended in the middle too; each is issued once', async () => {
    const students = await made(30)
    const id = crypto.randomUUID()
    const { schoolId } = alnoor
    const job = {
      schoolId,
      id,
      kind: 'waiting-list',
      origin: 'http://alnoor.localhost',
      startedBy: registrar.userId,
    } as const
    await box.db.database.tenant(schoolId, (tx) =>
      addJob(tx, { ...job, startedAt: toInstant(box.clock.nowMs()) }, students),
    )
    let rounds = 0
    await runLetterJob(box.deps, schoolId, id, () => (rounds += 1) > 1)
    const ended = await jobOf(id)
    expect(ended).toMatchObject({ state: 'running', total: 30 })
    expect(ended?.issued).toBeLessThan(30)
    await change(id, false)
    await runLetterJobs(box.deps, schoolId)
    expect(await jobOf(id)).toMatchObject({ state: 'stopped', issued: ended?.issued })
    await change(id, true)
    await Promise.all([runLetterJobs(box.deps, schoolId), runLetterJobs(box.deps, schoolId)])
    expect(await jobOf(id)).toMatchObject({ state: 'done', issued: 30, lackingCount: 0 })
    for (const student of students.slice(0, 3)) expect(await lettersOf(box, registrar, student.id)).toHaveLength(1)
  })

  it('of an application say what was answered, without what is most sensitive', async () => {
    const [student] = await made(1)
    const { body } = await call(box.app, registrar, startLetterJob, {
      kind: 'admission-form',
      whom: { ids: [student?.id ?? ''] },
      commandId: OpId.parse(crypto.randomUUID()),
    })
    const { job } = startLetterJob.reply.parse(body)
    await expect.poll(async () => (await jobOf(job.id))?.state, { timeout: 20_000 }).toBe('done')
    const [paper] = Object.values(unzipSync((await fileFrom(box, registrar, letterJobFile, { id: job.id })).bytes))
    const text = await pdfText(paper ?? new Uint8Array())
    expect(text).toContain('Hind')
    expect(text).not.toContain('asthma')
  })
})
