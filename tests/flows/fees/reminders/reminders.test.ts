import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import {
  automateReminders,
  childNotices,
  endHold,
  feeReminders,
  holdReminders,
} from '#shared/fees/reminders/reminder.contract.ts'
import {
  reminderRuns,
  resumeReminders,
  startReminders,
  stopReminders,
} from '#shared/fees/reminders/reminder-run.contract.ts'
import { feePayersOfStudent, saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { messageTexts, saveMessageText } from '#shared/messaging/message-text.contract.ts'
import type { SchoolDays } from '#shared/school/school-days.contract.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { engines } from '#tests/support/database.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { Debtors } from '#tests/support/fees/debtors.ts'
import { accountOfChild, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { newFeeId, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('reminders of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let debtors: Debtors
  beforeAll(async () => {
    box = await openBox(engine)
    debtors = await Debtors.open(box, 12)
    ;({ school, finance } = debtors.desk)
  })
  afterAll(() => box.close())

  const at = (time: string) => debtors.at(time)
  const debtor = (of: { email?: boolean } = {}) => debtors.debtor(of)
  const lineOf = (payerId: string) => debtors.lineOf(payerId)
  const send = (payerIds: string[] | null) => debtors.send(payerIds)
  const mailsTo = (payerId: string) => debtors.mailsTo(payerId)

  it('FEE-45: one leaves for what is due, to the payer alone, in the school’s words, and once a day', async () => {
    const { payerId, studentId } = await debtor()
    expect(await lineOf(payerId)).toMatchObject({ level: 1, stop: null, open: 1_800_000, sent: 0 })
    expect(await mailsTo(payerId)).toEqual([])
    const { texts } = messageTexts.reply.parse((await call(box.app, finance, messageTexts)).body)
    const known = texts.find(({ event }) => event === 'fee-reminder-1')
    if (!known) throw new Error('no text')
    const words = { ...known.words, title: { en: 'Please pay', ar: 'يرجى السداد' } }
    expect(await tell(box, finance, saveMessageText, { event: 'fee-reminder-1', seen: 0, words })).toBe(200)
    const sent = await Promise.all([send([payerId]), send([payerId])])
    expect(sent.reduce((all, each) => all + each.sent, 0)).toBe(1)
    const [mail, ...more] = await mailsTo(payerId)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: `${payerId}@home.example`, params: { subject: 'Please pay' } })
    expect(mail?.params.letter).toContain('18,000.00')
    const read = childNotices.reply.parse((await call(box.app, finance, childNotices, { number: studentId })).body)
    expect(read.notices).toMatchObject([{ level: 1, open: 1_800_000, sentOn: '2030-09-11', delivery: 'queued' }])
    expect(await lineOf(payerId)).toMatchObject({ level: null, stop: 'too-soon', sent: 1 })
    // Who has paid is asked no more.
    await pay(box, finance, { payerId, studentId, amount: 1_800_000, receivedOn: '2030-09-11' })
    expect(await lineOf(payerId)).toBeUndefined()
  })

  it('FEE-45: not with a hold, a promise, a cheque covering it or without an address', async () => {
    const { payerId, studentId } = await debtor()
    const hold = { payerId, holdReason: 'promise' as const, note: 'Salary comes late' }
    expect(await tell(box, finance, holdReminders, { ...hold, opId: newOpId() })).toBe('request.invalid')
    const asked = { ...hold, opId: newOpId(), holdUntil: '2030-09-12' }
    expect([await tell(box, finance, holdReminders, asked), await tell(box, finance, holdReminders, asked)]).toEqual([
      200, 200,
    ])
    expect(await lineOf(payerId)).toMatchObject({ stop: 'promised', holds: [{ reason: 'promise' }] })
    expect((await send([payerId])).sent).toBe(0)
    // A Sunday.
    await at('2030-09-15T08:00:00Z')
    expect(await lineOf(payerId)).toMatchObject({ level: 1, stop: null })
    const chargeId = (await accountOfChild(box, finance, studentId)).items[0]?.chargeId ?? ''
    const dispute = { payerId, chargeId, holdReason: 'dispute' as const, opId: newOpId() }
    expect(await tell(box, finance, holdReminders, { ...dispute, payerId: newFeeId() })).toBe('request.not-found')
    expect(await tell(box, finance, holdReminders, dispute)).toBe(200)
    expect(await lineOf(payerId)).toMatchObject({ stop: 'held' })
    expect(await tell(box, finance, endHold, { holdId: dispute.opId })).toBe(200)
    expect(await lineOf(payerId)).toMatchObject({ level: 1 })
    const paper = { bank: 'Bank', account: '1', number: '9', receivedOn: '2030-09-14', datedOn: '2030-10-05' }
    const cheque = { chequeId: newOpId(), payerId, studentId, amount: minor(1_800_000), ...paper }
    expect(await tell(box, finance, receiveCheque, cheque)).toBe(200)
    expect(await lineOf(payerId)).toMatchObject({ stop: 'cheque-covers' })
    const { payerId: mute } = await debtor({ email: false })
    expect(await lineOf(mute)).toMatchObject({ stop: 'no-address' })
    expect(await mailsTo(payerId)).toEqual([])
  })

  it('FEE-45: a promise that is over keeps nothing out of the reminder', async () => {
    await at('2030-09-15T08:00:00Z')
    const { payerId, studentId } = await debtor()
    const chargeId = (await accountOfChild(box, finance, studentId)).items[0]?.chargeId ?? ''
    const promise = { payerId, chargeId, holdReason: 'promise' as const, holdUntil: '2030-09-15', opId: newOpId() }
    expect(await tell(box, finance, holdReminders, promise)).toBe(200)
    expect(await send([payerId])).toEqual({ sent: 0, failed: 0 })
    await at('2030-09-16T08:00:00Z')
    expect(await send([payerId])).toEqual({ sent: 1, failed: 0 })
    expect((await mailsTo(payerId))[0]?.params.letter).toContain('18,000.00')
    expect(await lineOf(payerId)).toMatchObject({ stop: 'too-soon', sent: 1 })
  })

  const setHolidays = (holidays: SchoolDays['holidays']) =>
    box.db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      await tx.update(schools).set({ profile: { ...profile, holidays } })
    })

  it('FEE-45: not on a day without school, not at night, and by itself only where the school wants it', async () => {
    const { payerId } = await debtor()
    await at('2030-09-19T19:30:00Z')
    expect(await lineOf(payerId)).toMatchObject({ stop: 'quiet-hours' })
    await at('2030-09-20T08:00:00Z')
    expect(await lineOf(payerId)).toMatchObject({ stop: 'day-off' })
    // The other day of the weekend, and a holiday of the school.
    await at('2030-09-21T08:00:00Z')
    expect(await lineOf(payerId)).toMatchObject({ stop: 'day-off' })
    await at('2030-09-22T08:00:00Z')
    await setHolidays([{ from: '2030-09-22', to: '2030-09-22', name: { en: 'Holiday', ar: 'عطلة' } }])
    expect(await lineOf(payerId)).toMatchObject({ stop: 'day-off' })
    await setHolidays([])
    expect(await lineOf(payerId)).toMatchObject({ level: 1, stop: null })
    await runAdmissionClock(box.deps, school.schoolId)
    expect(await mailsTo(payerId)).toEqual([])
    expect(await tell(box, finance, automateReminders, { isAutomatic: true })).toBe(200)
    await Promise.all([1, 2].map(() => runAdmissionClock(box.deps, school.schoolId)))
    expect(await mailsTo(payerId)).toHaveLength(1)
    expect(await tell(box, finance, automateReminders, { isAutomatic: false })).toBe(200)
  })

  it('FEE-45: the third comes no sooner than seven days after the second, and no fourth', async () => {
    const { payerId, studentId } = await debtor()
    const sentOn = async () => {
      const { body } = await call(box.app, finance, childNotices, { number: studentId })
      return childNotices.reply.parse(body).notices.map((each) => each.sentOn)
    }
    // Every day at eleven, for six weeks.
    for (let day = 0; day < 42; day += 1) {
      await send([payerId])
      box.clock.advance(dayMs)
      await staySignedIn(box)
    }
    const days = (await sentOn()).toReversed()
    expect(days).toHaveLength(3)
    const [first = '', second = '', third = ''] = days
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(7 * dayMs)
    expect(Date.parse(third) - Date.parse(second)).toBeGreaterThanOrEqual(7 * dayMs)
    expect(await lineOf(payerId)).toMatchObject({ stop: 'last-level', sent: 3 })
  })

  it('FEE-44: only what the regulator allows is offered, with the notices that it needs', async () => {
    const of = async (regulator: Regulator) => {
      await box.db.database.tenant(school.schoolId, async (tx) => {
        const { profile } = await readSchool(tx, school.schoolId)
        await tx.update(schools).set({ profile: { ...profile, regulator } })
      })
      const { body } = await call(box.app, finance, childNotices, { number: studentId })
      return childNotices.reply.parse(body).payers[0]?.consequences ?? []
    }
    const { payerId, studentId } = await debtor()
    const inQatar = await of('qatar')
    // A month after the first of September, on which it was due.
    expect(inQatar).toContainEqual({ consequence: 'court', maxDays: null, noticesMissing: 1, from: '2030-10-01' })
    const names = inQatar.map(({ consequence }) => consequence)
    expect(names).toContain('court')
    expect(names).not.toContain('block-registration')
    const suspended = async () => (await of('dubai')).find(({ consequence }) => consequence === 'suspension')
    expect(await suspended()).toMatchObject({ noticesMissing: 3, maxDays: 3 })
    // A Sunday morning.
    expect((await send([payerId])).sent).toBe(1)
    expect(await suspended()).toMatchObject({ noticesMissing: 2 })
    expect((await of('dubai')).map(({ consequence }) => consequence)).not.toContain('court')
  })

  it('a run sends to all who are due, can be stopped and taken up, and notes what was sent', async () => {
    await at('2030-10-09T08:00:00Z')
    const [one, two] = [await debtor(), await debtor()]
    const noted = async () => {
      const { rows } = await box.db.owner.execute<{ count: number }>(sql`
        select coalesce(sum((facts->>'count')::int), 0)::int as count from audit_events
        where school_id = ${school.schoolId} and what = 'fee-reminders-sent'`)
      return rows[0]?.count ?? 0
    }
    const before = await noted()
    const runId = newOpId()
    const start = () => call(box.app, finance, startReminders, { newRunId: runId })
    expect(startReminders.reply.parse((await start()).body).run).toMatchObject({ runId, state: 'running' })
    expect((await start()).status).toBe(200)
    const ended = async () => {
      const { runs } = reminderRuns.reply.parse((await call(box.app, finance, reminderRuns)).body)
      return runs.find((run) => run.runId === runId)
    }
    await vi.waitFor(async () => expect(await ended()).toMatchObject({ state: 'done', failed: 0 }), 20_000)
    const run = await ended()
    expect(run?.done).toBe(run?.payers)
    for (const { payerId } of [one, two]) expect(await mailsTo(payerId)).toHaveLength(1)
    expect((await noted()) - before).toBe(run?.sent)
    // One that is done stays so; one that is stopped goes on.
    expect((await call(box.app, finance, stopReminders, { runId })).status).toBe(200)
    expect(await ended()).toMatchObject({ state: 'done' })
    await box.db.owner.execute(sql`update fee_reminder_runs set state = 'stopped' where id = ${runId}`)
    await call(box.app, finance, resumeReminders, { runId })
    await vi.waitFor(async () => expect(await ended()).toMatchObject({ state: 'done' }), 20_000)
    for (const { payerId } of [one, two]) expect(await mailsTo(payerId)).toHaveLength(1)
  })

  it('debtors beyond one page are all listed, counted and worked through', async () => {
    const { payerId } = await debtor()
    await box.db.owner.execute(sql`
      with made as (
        select gen_random_uuid() as id, n from generate_series(1, 450) n
      ), payers as (
        insert into fee_payers select (jsonb_populate_record(p,
          jsonb_build_object('id', m.id, 'code', 'X' || m.n, 'email', null, 'phone', null, 'follows_file', false))).*
        from fee_payers p, made m where p.id = ${payerId}
      )
      insert into fee_charges select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'payer_id', m.id))).*
      from fee_charges c, made m where c.payer_id = ${payerId}`)
    const list = feeReminders.reply.parse((await call(box.app, finance, feeReminders)).body)
    expect(list.count).toBeGreaterThan(450)
    expect(list.lines).toHaveLength(Math.min(list.count, 500))
    expect(list.lines.filter(({ stop }) => stop === 'no-address').length).toBeGreaterThanOrEqual(450)
    // Those that leave are first, wherever their page was.
    expect(list.lines.findIndex(({ payer }) => payer.payerId === payerId)).toBeLessThan(list.due)
    const runId = newOpId()
    expect((await call(box.app, finance, startReminders, { newRunId: runId })).status).toBe(200)
    const ended = async () => {
      const { runs } = reminderRuns.reply.parse((await call(box.app, finance, reminderRuns)).body)
      return runs.find((run) => run.runId === runId)
    }
    await vi.waitFor(async () => expect(await ended()).toMatchObject({ state: 'done', failed: 0 }), 20_000)
    const run = await ended()
    expect(run).toMatchObject({ done: run?.payers, sent: list.due })
    expect(run?.payers).toBeGreaterThan(450)
    expect(await mailsTo(payerId)).toHaveLength(1)
  })

  it('goes to the address of the file as it is now, unless the office has typed another', async () => {
    const { payerId, studentId } = await debtor({ email: false })
    const guardian = sql`id in (select guardian_id from fee_payer_guardians where payer_id = ${payerId})`
    await box.db.owner.execute(sql`update student_guardians set email = 'corrected@home.example' where ${guardian}`)
    const read = async () => {
      const { body } = await call(box.app, finance, feePayersOfStudent, { studentId })
      return feePayersOfStudent.reply.parse(body).payers.find(({ id }) => id === payerId)
    }
    const followed = await read()
    expect(followed).toMatchObject({ email: 'corrected@home.example', inFile: null })
    if (!followed) throw new Error('no payer')
    const { code: _code, inFile: _inFile, revision, ...payer } = followed
    const typed = { ...payer, email: 'office@home.example' }
    expect(await tell(box, finance, saveFeePayer, { payer: typed, seen: revision })).toBe(200)
    await box.db.owner.execute(sql`update student_guardians set email = 'later@home.example' where ${guardian}`)
    expect(await read()).toMatchObject({ email: 'office@home.example', inFile: { email: 'later@home.example' } })
  })
})
