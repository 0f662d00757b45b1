import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { deliverDue } from '#server/features/mail/send-mails.service.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { MailRefused } from '#server/kernel/outside/mailer.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { type LogFilter, messageLog, messageLogExport } from '#shared/messaging/message-log.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { decideOn, makeApplicant } from '#tests/support/records/messages-made.ts'
import { countSeats, kg1, offerTo, parseOfferDraft, staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const toList = { kind: 'move', to: 'waiting', reason: 'grade-full' } as const
const refusal = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'other', note: 'x' } as const

describe.each(engines)('what went to whom, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let auditor: Caller
  let finance: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 50)
  })
  afterAll(() => box.close())

  const step = async (id: string, change: Parameters<typeof commandOn>[1]) => {
    const { student } = await fileOf(box, registrar, id)
    box.clock.advance(1)
    return decide(box, registrar, commandOn({ id, revision: student.revision }, change))
  }
  const log = async (filter: LogFilter = {}, more: { after?: string; limit?: number } = {}, by = registrar) => {
    const { body } = await call(box.app, by, messageLog, { filter, ...more })
    return messageLog.reply.parse(body)
  }

  it('stands there with the child, to whom and how it stands, and is found by each of them', async () => {
    const told = await makeApplicant(box, alnoor, { nameLatin: 'Noora Al Kuwari' }, [{ email: 'hind@told.example' }])
    await step(told.student.id, toList)
    box.clock.advance(1)
    await runAdmissionClock(box.deps, alnoor.schoolId)
    const waits = await makeApplicant(box, alnoor, { nameLatin: 'Salem Al Attiyah' }, [{ email: 'mona@waits.example' }])
    await step(waits.student.id, refusal)
    const all = (await log()).entries
    expect(all.map(({ what, state }) => [what, state])).toEqual([
      ['refused', 'waiting'],
      ['waiting', 'sent'],
    ])
    expect(all[1]).toMatchObject({
      kind: 'decision',
      students: [{ student_id: told.student.id, student_name: 'Noora Al Kuwari' }],
      recipients: [{ email: 'hind@told.example', delivery: 'queued' }],
      textVersion: 0,
    })
    const ids = async (filter: LogFilter) => (await log(filter)).entries.map(({ what }) => what)
    expect(await ids({ state: 'waiting' })).toEqual(['refused'])
    expect(await ids({ what: 'waiting' })).toEqual(['waiting'])
    expect(await ids({ text: 'noora' })).toEqual(['waiting'])
    expect(await ids({ text: 'waits.ex' })).toEqual(['refused'])
    expect(await ids({ to: '2000-01-01' })).toEqual([])
    const [refused] = all
    await decideOn(box, registrar, refused?.id ?? '', 'stop')
    expect((await log({ state: 'stopped' })).entries[0]).toMatchObject({
      settledBy: { name: {} },
      reason: 'The head asked',
    })
  })

  it('has the mails of offers too, and no link that opens one', async () => {
    const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted', personId: null })
    const { emails } = await offerTo(box, registrar, student, parseOfferDraft())
    const { entries } = await log({ kind: 'mail', text: emails[0] ?? '' })
    expect(entries.map(({ what, state }) => [what, state])).toEqual([['offer-link', 'waiting']])
    const kept = JSON.stringify((await box.db.owner.select().from(mails)).map(({ params }) => params))
    const tokens = [...kept.matchAll(/token=([\w-]+)/g)].flatMap(([, token]) => token ?? [])
    const answered = JSON.stringify(await log({}, { limit: 200 }))
    expect(tokens.length).toBeGreaterThan(0)
    for (const token of tokens) expect(answered).not.toContain(token)
    expect(answered).not.toContain('http')
  })

  it('says why a mail never came, and finds it by its kind, its state and its day', async () => {
    const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted', personId: null })
    const { emails } = await offerTo(box, registrar, student, parseOfferDraft())
    const mailer = { send: () => Promise.reject(new MailRefused()) }
    const name = { en: 'Al Noor', ar: 'النور' }
    await deliverDue({ ...box.deps, mailer }, { schoolId: alnoor.schoolId, name })
    const text = emails[0] ?? ''
    const found = async (filter: LogFilter) =>
      (await log({ text, ...filter })).entries.map(({ what, state, recipients: [to] }) => [what, state, to?.failure])
    const givenUp = [['offer-link', 'failed', 'refused']]
    expect(await found({ what: 'offer-link', state: 'failed' })).toEqual(givenUp)
    const today = businessDay(box.clock.nowMs(), 'Asia/Qatar', 0)
    expect(await found({ from: today, to: today })).toEqual(givenUp)
    expect([await found({ what: 'many' }), await found({ state: 'sent' }), await found({ kind: 'decision' })]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('comes page by page, each once, whatever stands at the same instant', async () => {
    const whole = (await log({}, { limit: 200 })).entries.map(({ id }) => id)
    const paged: string[] = []
    let after: string | undefined
    do {
      const page = await log({}, { limit: 1, ...(after && { after }) })
      paged.push(...page.entries.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(paged).toEqual(whole)
  })

  it('shows an auditor no whole address, finds none by it, and shows finance nothing', async () => {
    const { entries } = await log({}, {}, auditor)
    const addresses = entries.flatMap(({ recipients }) => recipients.map(({ email }) => email))
    expect(addresses).toContain('h…@told.example')
    expect(addresses.filter((address) => !address.includes('…'))).toEqual([])
    expect((await log({ text: 'hind@told' }, {}, auditor)).entries).toEqual([])
    expect((await call(box.app, finance, messageLog, {})).body['messageId']).toBe('access.denied')
    const other = await makeSchool(box, 'manara')
    const theirs = await signInAs(box, other, 'registrar', ['registrar'])
    expect((await log({}, {}, theirs)).entries).toEqual([])
  })

  it('is taken out as it is shown: in the words of the screen, with masked addresses for an auditor', async () => {
    const asked = { filter: { kind: 'decision', text: 'Noora' }, columns: ['message', 'state', 'child', 'address'] }
    const [head, ...rows] = await linesFrom(box, registrar, messageLogExport, asked)
    expect(head).toBe('Message,Status,Child,Email address')
    expect(rows).toEqual(['On the waiting list,Sent,Noora Al Kuwari,hind@told.example'])
    const masked = await linesFrom(box, auditor, messageLogExport, asked)
    expect(masked[1]).toBe('On the waiting list,Sent,Noora Al Kuwari,h…@told.example')
    const all = await linesFrom(box, auditor, messageLogExport)
    expect(all).toHaveLength(1 + (await log({}, { limit: 200 })).entries.length)
  })
})
