import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionMade } from '#local/admissions/desk-work.types.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import { OutboxDb } from '#local/storage/outbox-db.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  answerLost,
  type DeskTab,
  mustNotAsk,
  nobodyAnswers,
  onlineDesk,
  openDeskTab,
} from '#tests/support/devices/desk-kit.ts'
import { makeSchool, password, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const waiting = { kind: 'move', to: 'waiting', reason: 'grade-full', offline: true } as const
const refused = {
  kind: 'move',
  to: 'rejected',
  outcome: 'refused-by-school',
  reason: 'grade-full',
  offline: true,
} as const

describe.each(engines)('decisions that were made without a network on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Awaited<ReturnType<typeof signInAs>>
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let head: Awaited<ReturnType<typeof signInAs>>
  let desk: DeskTab
  let officersDesk: DeskTab
  const database = `offline-${engine}`

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    desk = await openDeskTab(database, registrar.userId, box)
    officersDesk = await openDeskTab(database, officer.userId, box)
  })
  afterAll(async () => {
    desk.close()
    officersDesk.close()
    await box.close()
  })

  const tokenOf = async (userName: string) =>
    SignedIn.parse((await call(box.app, { school: alnoor.code }, login, { userName, password })).body).token

  const decided = async (change: Parameters<typeof commandOn>[1]): Promise<DecisionMade> => {
    const student = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const file = await fileOf(box, registrar, student.id)
    const move = file.moves.find((each) => change.kind === 'move' && each.to === change.to)
    if (!move) throw new Error('there is no such step')
    return { asked: commandOn(student, change), seen: file.student, move, said: { reason: '', note: '', reviewOn: '' } }
  }
  const stands = async ({ asked }: DecisionMade) => fileOf(box, registrar, asked.student_id)
  const keptAt = async (at: DeskTab) => (await at.decisions()).map(({ asked, problem }) => [asked.commandId, problem])

  it('wait through restarts until somebody answers, days later, and happen once', async () => {
    const made = await decided(waiting)
    await desk.keepDecision(made)
    desk.close()
    desk = await openDeskTab(database, registrar.userId, box)
    expect(await desk.send(nobodyAnswers(registrar.userId))).toBe('blocked')
    expect((await stands(made)).student.status).toBe('shortlisted')
    box.clock.advance(3 * dayMs)
    // A session that is over says nothing against the decision.
    expect(await desk.send(onlineDesk(box, registrar))).toBe('blocked')
    for (const [who, caller] of Object.entries({ officer, registrar, head })) caller.token = await tokenOf(who)
    // The answer is lost on the way: what was taken is sent again, by two tabs at once.
    await desk.send(answerLost(onlineDesk(box, registrar)))
    // Of another browser's locks, as when one has taken the lead from the other by force.
    const second = await openDeskTab(database, registrar.userId, box)
    await Promise.all([desk, second].map((tab) => tab.send(onlineDesk(box, registrar))))
    expect(await second.send(onlineDesk(box, registrar))).toBe('done')
    second.close()
    const { student, history } = await stands(made)
    expect([student.status, history.length]).toEqual(['waiting', 2])
    expect(history[1]?.decidedAt).toBe(made.asked.decidedAt)
    expect(await keptAt(desk)).toEqual([])
  })

  it('stay for the person who made them when somebody was faster, with both to be seen', async () => {
    const made = await decided(waiting)
    await desk.keepDecision(made)
    const { id, revision } = { id: made.asked.student_id, revision: made.asked.revision }
    await decide(
      box,
      officer,
      commandOn({ id, revision }, { kind: 'move', to: 'on-hold', reason: 'other', note: 'x', reviewOn: '2031-01-01' }),
    )
    await desk.send(onlineDesk(box, registrar))
    expect(await keptAt(desk)).toEqual([[made.asked.commandId, 'student.changed']])
    expect((await stands(made)).student.status).toBe('on-hold')
    // It is not tried again by itself; another takes its place, or it is given up.
    await desk.send(mustNotAsk(registrar.userId))
    await desk.dropDecision(made.asked.commandId)
    expect(await keptAt(desk)).toEqual([])
  })

  it('do not stop those behind them when they are refused', async () => {
    const [first, second] = [await decided(waiting), await decided(waiting)]
    await desk.keepDecision({ ...first, asked: { ...first.asked, revision: 9 } })
    box.clock.advance(1)
    await desk.keepDecision(second)
    expect(await desk.send(onlineDesk(box, registrar))).toBe('done')
    expect(await keptAt(desk)).toEqual([[first.asked.commandId, 'student.changed']])
    expect((await stands(second)).student.status).toBe('waiting')
    await desk.dropDecision(first.asked.commandId)
  })

  it('are told that their file was erased, and keep nothing of whom it was', async () => {
    const made = { ...(await decided(waiting)), said: { reason: 'other', note: 'Her aunt called', reviewOn: '' } }
    const of = { student_id: made.asked.student_id, reference: made.seen.registration_id, cause: 'family-asked' }
    await desk.keepDecision(made)
    const { id, revision } = { id: made.asked.student_id, revision: made.asked.revision }
    const closed = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    await decide(box, registrar, commandOn({ id, revision }, closed))
    expect((await call(box.app, head, eraseFile, of)).status).toBe(200)
    expect(await desk.send(onlineDesk(box, registrar))).toBe('done')
    const [kept] = await desk.decisions()
    expect(kept).toMatchObject({ problem: 'student.erased', move: { to: 'waiting' }, said: { note: '' } })
    expect(kept?.seen).toMatchObject({ registration_id: of.reference, student_name: null, birthDate: null })
    await desk.send(mustNotAsk(registrar.userId))
    await desk.dropDecision(made.asked.commandId)
    expect(await keptAt(desk)).toEqual([])
  })

  it('are one at a time for each student, and nobody else’s', async () => {
    const made = await decided(waiting)
    await desk.keepDecision(made)
    const other = { ...made, asked: commandOn({ id: made.asked.student_id, revision: 1 }, refused) }
    await expect(desk.keepDecision(other)).rejects.toThrow(RangeError)
    expect(await keptAt(officersDesk)).toEqual([])
    await officersDesk.send(mustNotAsk(officer.userId))
    await officersDesk.dropDecision(made.asked.commandId)
    expect(await keptAt(desk)).toEqual([[made.asked.commandId, null]])
    await desk.dropDecision(made.asked.commandId)
  })

  it('become a proposal where the step may only be proposed, and a person who may take it says that it holds', async () => {
    const made = await decided(refused)
    expect(made.move).toMatchObject({ offline: 'propose', needsApproval: false })
    await desk.keepDecision(made)
    await desk.send(onlineDesk(box, registrar))
    const { student, proposals } = await stands(made)
    expect(student).toMatchObject({ status: 'shortlisted', revision: 2 })
    expect(proposals).toMatchObject([{ to: 'rejected', needsAnother: false }])
    const approve = { kind: 'approve', proposalId: proposals[0]?.id ?? '' } as const
    const at = { id: student.student_id, revision: 2 }
    expect(await decide(box, officer, commandOn(at, approve))).toMatchObject({ refused: 'access.denied' })
    const done = await decide(box, registrar, commandOn(at, approve))
    expect(done).toMatchObject({ student: { status: 'rejected' } })
    expect((await stands(made)).history.at(-1)).toMatchObject({ approvedBy: null, reason: 'grade-full' })
  })

  const sealedShape = { iv: expect.any(Uint8Array), data: expect.any(ArrayBuffer) }

  it('are read by nobody who has the device’s storage in hand', async () => {
    const made = await decided({ ...waiting, note: 'the mother was in tears' })
    await desk.keepDecision(made)
    const db = new OutboxDb(deskOutboxName(database, registrar.userId))
    const rows = await db.ops.toArray()
    db.close()
    const sealed = rows.flatMap(({ body, beside }) => [body, beside] as (Sealed | null | undefined)[])
    const bytes = sealed.map((each) => new TextDecoder().decode(each?.data)).join('')
    expect(rows.find(({ opId }) => opId === made.asked.commandId)).toMatchObject({
      body: sealedShape,
      beside: sealedShape,
    })
    expect(sealed.every((each) => each === null || each === undefined || each.data instanceof ArrayBuffer)).toBe(true)
    expect(JSON.stringify(rows) + bytes).not.toMatch(/in tears|grade-full/)
    await desk.dropDecision(made.asked.commandId)
  })
})
