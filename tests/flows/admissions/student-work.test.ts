import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { documentStatuses } from '#server/features/documents/document.table.ts'
import { studentNotes as noteRows } from '#server/features/students/record/student-record.table.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { nextStep, type WorkQueue, workQueues } from '#shared/students/student-next.rules.ts'
import { addNote, addTask, finishTask, strikeNote, studentNotes } from '#shared/students/student-notes.contract.ts'
import { studentTimeline } from '#shared/students/student-record.contract.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { countSeats, kg1, offerTo, staySignedIn, step } from '#tests/support/records/offers-made.ts'
import { makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what waits for the desk on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let registrar: Caller & { userId: string }
  let officer: Caller
  let finance: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    officer = await signInAs(box, school, 'officer', ['admission-officer'])
    finance = await signInAs(box, school, 'finance', ['finance'])
    await staySignedIn(box)
    await makeStudents(box, school, 40)
  })
  afterAll(() => box.close())

  const ask = async (by: Caller, queue: WorkQueue, more: object = {}) => {
    const { status, body } = await call(box.app, by, studentWork, { queue, ...more })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return studentWork.reply.parse(body)
  }
  const idsIn = async (queue: WorkQueue, by: Caller = registrar) =>
    (await ask(by, queue, { limit: 100 })).rows.map(({ student }) => student.student_id)
  const post = async (to: Parameters<typeof call>[2], input: object, by: Caller = registrar) => {
    const { status, body } = await call(box.app, by, to, input)
    return status === 200 ? 'done' : String(body.messageId)
  }
  const task = (student_id: string, dueOn: string, more: object = {}) => {
    const asked = { student_id, taskId: crypto.randomUUID(), task: 'Call the family', dueOn, owner: null, ...more }
    return { asked, send: () => post(addTask, asked) }
  }
  const idle = { status: 'shortlisted' as const, nextActionOn: null, reviewOn: null }

  it('counts each queue as it lists it, page by page, each file once and what is due first before the rest', async () => {
    for (const queue of workQueues) {
      const listed: string[] = []
      const days: string[] = []
      let after: string | null | undefined
      let counted = 0
      do {
        const page = await ask(registrar, queue, { limit: 7, ...(after && { after }) })
        counted = page.counts[queue]
        listed.push(...page.rows.map(({ student }) => student.student_id))
        days.push(...page.rows.map(({ next }) => next?.on ?? '9999-12-31'))
        after = page.next
      } while (after)
      expect([queue, listed.length, new Set(listed).size]).toEqual([queue, counted, counted])
      expect(days).toEqual(days.toSorted())
    }
    expect((await ask(registrar, 'unassigned')).counts.unassigned).toBeGreaterThan(7)
  })

  it('takes next actions, days of review and tasks for one thing: what is due, by the school’s own day', async () => {
    const made = await makeStudent(box, school, idle)
    expect(await idsIn('due-today')).not.toContain(made.id)
    const today = task(made.id, '2030-03-03')
    expect([await today.send(), await today.send()]).toEqual(['done', 'done'])
    expect(await post(addTask, { ...today.asked, task: 'Something else' })).toBe('request.invalid')
    const due = await ask(registrar, 'due-today', { limit: 100 })
    const row = due.rows.find(({ student }) => student.student_id === made.id)
    expect(row?.next).toEqual({ of: 'task', on: '2030-03-03', task: 'Call the family' })
    expect(due.today).toBe('2030-03-03')

    const held = await makeStudent(box, school, { ...idle, status: 'on-hold', reviewOn: '2030-03-01' })
    const acted = await makeStudent(box, school, { ...idle, nextActionOn: '2030-03-02' })
    expect(await idsIn('overdue')).toEqual(expect.arrayContaining([held.id, acted.id]))
    // 21:30 UTC is past midnight in Qatar.
    box.clock.advance(Date.parse('2030-03-03T21:30:00Z') - box.clock.nowMs())
    expect(await idsIn('overdue')).toContain(made.id)
    box.clock.advance(Date.parse('2030-03-03T06:00:00Z') - box.clock.nowMs())
    expect(await post(finishTask, { student_id: made.id, taskId: today.asked.taskId })).toBe('done')
    expect(await post(finishTask, { student_id: made.id, taskId: today.asked.taskId }, officer)).toBe('done')
    expect(await idsIn('due-today')).not.toContain(made.id)
    for (const { student, next } of (await ask(registrar, 'overdue', { limit: 100 })).rows)
      expect(next?.of === 'task' ? null : next).toEqual(next?.of === 'task' ? null : nextStep(student, []))
  })

  it('finds whom somebody has spoken with and nobody goes on with, until a day is set', async () => {
    const made = await makeStudent(box, school, idle)
    const note = { student_id: made.id, noteId: crypto.randomUUID(), way: 'call', text: 'They will send the papers' }
    expect([await post(addNote, note), await post(addNote, note)]).toEqual(['done', 'done'])
    expect(await post(addNote, { ...note, text: 'Otherwise' })).toBe('request.invalid')
    expect(await idsIn('no-next-date')).toEqual([made.id])
    expect(await post(strikeNote, { ...note, because: 'Another family' }, officer)).toBe('done')
    expect(await idsIn('no-next-date')).toEqual([])
    await post(addNote, { ...note, noteId: crypto.randomUUID() })
    expect(await idsIn('no-next-date')).toEqual([made.id])
    await step(box, registrar, made, { kind: 'assign', owner: null, nextActionOn: '2030-03-20' })
    expect(await idsIn('no-next-date')).toEqual([])
    const { body } = await call(box.app, finance, studentNotes, { student_id: made.id })
    const { notes } = studentNotes.reply.parse(body)
    expect(new Set(notes.map(({ struck }) => struck?.reason))).toEqual(new Set(['Another family', undefined]))
    // Written for good: the database takes no other word for it.
    await box.db.database.tenant(school.schoolId, (tx) => tx.update(noteRows).set({ text: 'Never said' }))
    expect((await box.db.owner.select().from(noteRows)).map(({ text }) => text)).not.toContain('Never said')
  })

  it('finds offers that are about to end, documents that wait for a look, and my own tasks', async () => {
    await countSeats(box, school, kg1, 5)
    const offered = await makeStudent(box, school, { status: 'shortlisted' })
    await offerTo(box, registrar, offered)
    expect(await idsIn('offer-ending')).toEqual([])
    const soon = toInstant(Date.parse('2030-03-05T12:00:00Z'))
    await box.db.owner.update(offers).set({ expiresAt: soon })
    const [ending] = (await ask(officer, 'offer-ending')).rows
    expect([ending?.student.student_id, ending?.offerEndsAt]).toEqual([offered.id, soon])

    const made = await makeStudent(box, school, idle)
    const standing = {
      schoolId: school.schoolId,
      studentId: made.id,
      since: soon,
      revision: 1,
      state: 'uploaded' as const,
    }
    await box.db.owner.insert(documentStatuses).values({ ...standing, type: 'vaccination', isSensitive: true })
    // Of health papers only those know who may see them.
    expect([await idsIn('documents', registrar), await idsIn('documents', officer)]).toEqual([[made.id], []])
    await box.db.owner.insert(documentStatuses).values({ ...standing, type: 'passport', isSensitive: false })
    expect([await idsIn('documents', officer), await idsIn('documents', finance)]).toEqual([[made.id], []])

    await task(made.id, '2030-03-09', { owner: registrar.userId }).send()
    expect([await idsIn('mine', registrar), await idsIn('mine', officer)]).toEqual([[made.id], []])
  })

  it('tells everything that happened in one line, the newest first, a page at a time and to each what they may see', async () => {
    const made = await makeStudent(box, school, { status: 'new' })
    for (const [no, text] of ['one', 'two', 'three'].entries()) {
      box.clock.advance(60_000)
      await post(addNote, {
        student_id: made.id,
        noteId: crypto.randomUUID(),
        way: no === 1 ? 'meeting' : 'remark',
        text,
      })
    }
    await task(made.id, '2030-03-09').send()
    const seen: string[] = []
    let after: string | null | undefined
    do {
      const asked = { student_id: made.id, limit: 2, ...(after && { after }) }
      const page = studentTimeline.reply.parse((await call(box.app, finance, studentTimeline, asked)).body)
      expect(page.entries.length).toBeLessThanOrEqual(2)
      seen.push(...page.entries.map(({ kind, text }) => `${kind} ${text ?? ''}`.trim()))
      after = page.next
    } while (after)
    expect(seen.toSorted()).toEqual(['message two', 'note one', 'note three', 'status', 'task Call the family'])
    expect(seen.indexOf('note three')).toBeLessThan(seen.indexOf('message two'))
    const only = { student_id: made.id, only: 'messages' }
    const { entries } = studentTimeline.reply.parse((await call(box.app, officer, studentTimeline, only)).body)
    expect(entries.map(({ what, text }) => [what, text])).toEqual([['meeting', 'two']])
  })
})
