import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OpId } from '#shared/kernel/fields.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { studentNotes } from '#shared/students/student-notes.contract.ts'
import type { StudentWriting } from '#shared/students/student-writing.types.ts'
import { engines } from '#tests/support/database.ts'
import {
  answerLost,
  type DeskTab,
  mustNotAsk,
  nobodyAnswers,
  onlineDesk,
  openDeskTab,
} from '#tests/support/devices/desk-kit.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const newId = () => OpId.parse(crypto.randomUUID())
const noteOn = (student_id: string, text = 'Her aunt called') =>
  ({ kind: 'note', asked: { student_id, noteId: newId(), way: 'call', text } }) as const satisfies StudentWriting
const taskOn = (student_id: string) =>
  ({
    kind: 'task',
    asked: { student_id, taskId: newId(), task: 'Call back', dueOn: '2030-03-10', owner: null },
  }) as const satisfies StudentWriting

describe.each(engines)('notes and tasks that were written without a network on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let desk: DeskTab
  const database = `writings-${engine}`

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    desk = await openDeskTab(database, registrar.userId, box)
  })
  afterAll(async () => {
    desk.close()
    await box.close()
  })

  const written = async (student_id: string) => {
    const { body } = await call(box.app, registrar, studentNotes, { student_id })
    const { notes, tasks } = studentNotes.reply.parse(body)
    return [...notes.map(({ text }) => text), ...tasks.map(({ task }) => task)]
  }

  it('wait through restarts until somebody answers, and are there once', async () => {
    const { id } = await makeStudent(box, alnoor, { status: 'new' })
    const [note, task] = [noteOn(id), taskOn(id)]
    for (const each of [note, task, note]) await desk.keepWriting(each)
    desk.close()
    desk = await openDeskTab(database, registrar.userId, box)
    expect(await desk.send(nobodyAnswers(registrar.userId))).toBe('blocked')
    expect(await desk.writings()).toMatchObject([
      { ...note, problem: null },
      { ...task, problem: null },
    ])
    expect(await written(id)).toEqual([])
    await desk.send(answerLost(onlineDesk(box, registrar)))
    expect(await desk.send(onlineDesk(box, registrar))).toBe('done')
    expect(await written(id)).toEqual([note.asked.text, task.asked.task])
    expect(await desk.writings()).toEqual([])
  })

  it('are sent by nobody else, and not after they were taken back', async () => {
    const { id } = await makeStudent(box, alnoor, { status: 'new' })
    const note = noteOn(id)
    await desk.keepWriting(note)
    expect(await desk.send({ ...onlineDesk(box, registrar), signedIn: () => 'somebody else' })).toBe('blocked')
    expect(await written(id)).toEqual([])
    await desk.dropWriting(note.asked.noteId)
    await desk.send(mustNotAsk(registrar.userId))
    expect(await desk.writings()).toEqual([])
  })

  it('are told that their file was erased, and keep nothing of what they said', async () => {
    const head = await signInAs(box, alnoor, 'head', ['head'])
    const { id, reference } = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const [note, task] = [noteOn(id), taskOn(id)]
    const closed = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    await decide(box, head, commandOn({ id, revision: 1 }, closed))
    for (const each of [note, task]) await desk.keepWriting(each)
    expect((await call(box.app, head, eraseFile, { student_id: id, reference, cause: 'family-asked' })).status).toBe(
      200,
    )
    expect(await desk.send(onlineDesk(box, registrar))).toBe('done')
    expect(await desk.writings()).toMatchObject([
      { asked: { noteId: note.asked.noteId, text: '' }, problem: 'student.erased' },
      { asked: { taskId: task.asked.taskId, task: '' }, problem: 'student.erased' },
    ])
    await desk.send(mustNotAsk(registrar.userId))
  })

  it('that were refused are emptied once their file is erased', async () => {
    const { id } = await makeStudent(box, alnoor, { status: 'new' })
    const task = taskOn(id)
    await desk.keepWriting({ ...task, asked: { ...task.asked, owner: crypto.randomUUID() } })
    await desk.send(onlineDesk(box, registrar))
    const ofTask = async () => (await desk.writings()).filter(({ asked }) => asked.student_id === id)
    const [refused] = await ofTask()
    expect(refused).toMatchObject({ problem: 'request.invalid', asked: { task: 'Call back' } })
    if (refused) await desk.emptyWriting(refused)
    expect(await ofTask()).toMatchObject([{ problem: 'student.erased', asked: { task: '' } }])
  })
})
