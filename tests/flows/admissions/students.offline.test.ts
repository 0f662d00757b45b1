import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DecisionAsked,
  type DecisionMade,
  type KeptDecisions,
  openDecisions,
} from '#local/admissions/decisions.ts'
import { DecisionsDb } from '#local/storage/decisions-db.ts'
import { decisionsDbName } from '#local/storage/names.ts'
import { studentUpdate } from '#shared/admissions/student.contract.ts'
import { login, SignedIn } from '#shared/identity/auth.contract.ts'
import { AppError, isMessageId } from '#shared/kernel/errors.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { engines } from '#tests/support/database.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { makeSchool, password, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

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
  let device: KeptDecisions
  const database = `offline-${engine}`

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    device = await openDecisions(database, { clock: box.clock, random: seededRandom(5) })
  })
  afterAll(async () => {
    device.close()
    await box.close()
  })

  /** As the page asks: a refusal is thrown, and what comes after it has never come. */
  const online = (caller: Caller) => async (asked: DecisionAsked) => {
    const { status, body } = await call(box.app, caller, studentUpdate, asked)
    const id = String(body.messageId)
    if (status !== 200) throw new AppError(isMessageId(id) ? id : 'L000')
  }
  const offline = () => Promise.reject(new AppError('L000'))

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
  const keptOf = async (userId: string) =>
    (await device.of(userId)).map(({ asked, problem }) => [asked.commandId, problem])

  it('wait through restarts until somebody answers, days later, and happen once', async () => {
    const made = await decided(waiting)
    await device.keep(registrar.userId, made)
    device.close()
    device = await openDecisions(database, { clock: box.clock, random: seededRandom(6) })
    expect(await device.send(registrar.userId, offline)).toBe(true)
    expect((await stands(made)).student.status).toBe('shortlisted')
    box.clock.advance(3 * dayMs)
    // A session that is over says nothing against the decision.
    expect(await device.send(registrar.userId, online(registrar))).toBe(true)
    for (const [who, caller] of Object.entries({ officer, registrar, head })) caller.token = await tokenOf(who)
    // The answer is lost on the way: what was taken is sent again, by two tabs at once.
    await device.send(registrar.userId, async (asked) => {
      await online(registrar)(asked)
      throw new AppError('L000')
    })
    const both = [device.send(registrar.userId, online(registrar)), device.send(registrar.userId, online(registrar))]
    expect(await Promise.all(both)).toEqual([false, false])
    const { student, history } = await stands(made)
    expect([student.status, history.length]).toEqual(['waiting', 2])
    expect(history[1]?.decidedAt).toBe(made.asked.decidedAt)
    expect(await keptOf(registrar.userId)).toEqual([])
  })

  it('stay for whoever made them when somebody was faster, with both to be seen', async () => {
    const made = await decided(waiting)
    await device.keep(registrar.userId, made)
    const { id, revision } = { id: made.asked.student_id, revision: made.asked.revision }
    await decide(
      box,
      officer,
      commandOn({ id, revision }, { kind: 'move', to: 'on-hold', reason: 'other', note: 'x', reviewOn: '2031-01-01' }),
    )
    await device.send(registrar.userId, online(registrar))
    expect(await keptOf(registrar.userId)).toEqual([[made.asked.commandId, 'student.changed']])
    expect((await stands(made)).student.status).toBe('on-hold')
    // It is not tried again by itself; another takes its place, or it is given up.
    await device.send(registrar.userId, () => Promise.reject(new Error('asked')))
    await device.drop(registrar.userId, made.asked.commandId)
    expect(await keptOf(registrar.userId)).toEqual([])
  })

  it('do not stop those behind them when they are refused', async () => {
    const [first, second] = [await decided(waiting), await decided(waiting)]
    await device.keep(registrar.userId, { ...first, asked: { ...first.asked, revision: 9 } })
    box.clock.advance(1)
    await device.keep(registrar.userId, second)
    expect(await device.send(registrar.userId, online(registrar))).toBe(false)
    expect(await keptOf(registrar.userId)).toEqual([[first.asked.commandId, 'student.changed']])
    expect((await stands(second)).student.status).toBe('waiting')
    await device.drop(registrar.userId, first.asked.commandId)
  })

  it('are told that their file was erased, and keep nothing of whom it was', async () => {
    const made = { ...(await decided(waiting)), said: { reason: 'other', note: 'Her aunt called', reviewOn: '' } }
    const of = { student_id: made.asked.student_id, reference: made.seen.registration_id, cause: 'family-asked' }
    await device.keep(registrar.userId, made)
    const { id, revision } = { id: made.asked.student_id, revision: made.asked.revision }
    const closed = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    await decide(box, registrar, commandOn({ id, revision }, closed))
    expect((await call(box.app, head, eraseFile, of)).status).toBe(200)
    expect(await device.send(registrar.userId, online(registrar))).toBe(false)
    const [kept] = await device.of(registrar.userId)
    expect(kept).toMatchObject({ problem: 'student.erased', move: { to: 'waiting' }, said: { note: '' } })
    expect(kept?.seen).toMatchObject({ registration_id: of.reference, student_name: null, birthDate: null })
    await device.send(registrar.userId, () => Promise.reject(new Error('asked')))
    await device.drop(registrar.userId, made.asked.commandId)
    expect(await keptOf(registrar.userId)).toEqual([])
  })

  it('are one at a time for each student, and nobody else’s', async () => {
    const made = await decided(waiting)
    await device.keep(registrar.userId, made)
    const other = { ...made, asked: commandOn({ id: made.asked.student_id, revision: 1 }, refused) }
    await expect(device.keep(registrar.userId, other)).rejects.toThrow(RangeError)
    expect(await keptOf(officer.userId)).toEqual([])
    await device.send(officer.userId, () => Promise.reject(new Error('asked')))
    await device.drop(officer.userId, made.asked.commandId)
    expect(await keptOf(registrar.userId)).toEqual([[made.asked.commandId, null]])
    await device.drop(registrar.userId, made.asked.commandId)
  })

  it('become a proposal where the step may only be proposed, and whoever may take it says that it holds', async () => {
    const made = await decided(refused)
    expect(made.move).toMatchObject({ offline: 'propose', needsApproval: false })
    await device.keep(registrar.userId, made)
    await device.send(registrar.userId, online(registrar))
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

  it('are read by nobody who has the device’s storage in hand', async () => {
    const made = await decided({ ...waiting, note: 'the mother was in tears' })
    await device.keep(registrar.userId, made)
    const db = new DecisionsDb(decisionsDbName(database))
    const rows = await db.decisions.toArray()
    db.close()
    const bytes = rows.map(({ content }) => new TextDecoder().decode(content.data)).join('')
    expect(JSON.stringify(rows) + bytes).not.toMatch(/in tears|grade-full/)
    await device.drop(registrar.userId, made.asked.commandId)
  })
})
