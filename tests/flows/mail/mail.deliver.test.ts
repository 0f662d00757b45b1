import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { deliverDue, pauseAfter, sendMails } from '#server/features/mail/send-mails.service.ts'
import { dueWhileAwake } from '#server/features/sync/installation/installation.service.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { smtpMailer } from '#server/node/smtp-mailer.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { mailRows, mailTo, signUp } from '#tests/support/account-kit.ts'
import { openSmtpSink, type SmtpSink } from '#tests/support/checks/smtp-sink.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { freePort } from '#tests/support/served/served-school.ts'
import { type Box, type Caller, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('sending mails on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let sink: SmtpSink
  let deps: Deps
  let callers = 0
  let from: Caller
  const name = { en: 'Al Noor School', ar: 'مدرسة النور' }
  const school = () => ({ schoolId: alnoor.schoolId, name })
  const deliver = async () => (await deliverDue(deps, school())).sent
  const row = async (to: string) => {
    const { state, attempts, nextAt, sentAt, params } = await mailTo(box, to)
    return { state, attempts, inMs: Date.parse(nextAt) - box.clock.nowMs(), sentAt, params }
  }

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
  })
  beforeEach(async () => {
    await box.db.owner.delete(mails)
    sink = await openSmtpSink()
    deps = { ...box.deps, mailer: smtpMailer({ url: sink.url, from: 'office@example.school' }) }
    callers += 1
    // A caller's own idea of the host decides nothing.
    from = { school: 'alnoor', host: 'alnoor.evil.example', address: `192.0.2.${callers}` }
  })
  afterEach(() => sink.close())
  afterAll(() => box.close())

  it('says in the family’s language what the screen would, as text and as HTML, with links to the school’s own address', async () => {
    await signUp(box, from, 'one@home.example')
    await signUp(box, from, 'two@home.example', { language: 'ar' })
    const [english, arabic] = [await mailTo(box, 'one@home.example'), await mailTo(box, 'two@home.example')]
    expect(await deliver()).toBe(2)
    const [first, second] = sink.received
    expect(first).toMatchObject({ from: 'office@example.school', to: 'one@home.example' })
    expect(first?.headers.get('from')).toBe('"Al Noor School" <office@example.school>'.replaceAll('"', ''))
    expect(first?.headers.get('subject')).toBe('Confirm your account')
    expect(first?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(first?.headers.get('message-id')).toBe(`<${english.id}@example.school>`)
    const link = `https://alnoor.example.school/verify-account?lng=en#token=${english.token}`
    expect(first?.text).toContain(`\n${english.code}\n`)
    expect(first?.text).toContain(`\n${link}\n`)
    expect(first?.html).toContain(`<bdi dir="ltr">${english.code}</bdi>`)
    expect(first?.html).toContain(`<a href="${link}"`)
    expect(second?.headers.get('from')).toBe('مدرسة النور <office@example.school>')
    expect(second?.headers.get('subject')).toBe('تأكيد حسابك')
    expect(second?.html).toContain('<html lang="ar" dir="rtl">')
    expect(second?.text).toContain(arabic.code)
    expect(JSON.stringify([first, second])).not.toContain('evil')
  })

  it('leads to the school’s own address also from mails that were written before the server had one', async () => {
    await signUp(box, from, 'early@home.example')
    await box.db.owner.update(mails).set({ origin: 'http://alnoor.localhost:3000' })
    expect(await deliver()).toBe(1)
    const text = sink.received[0]?.text ?? ''
    expect(text).toContain('https://alnoor.example.school/verify-account?lng=en#token=')
    expect(text).not.toContain('localhost')
  })

  it('forgets codes and links as soon as the mail has left', async () => {
    await signUp(box, from, 'one@home.example')
    await deliver()
    const sent = await row('one@home.example')
    expect(sent).toMatchObject({ state: 'sent', attempts: 1, params: { minutes: '15', hours: '24' } })
    expect(sent.sentAt).not.toBeNull()
    expect(await deliver()).toBe(0)
    expect(sink.received).toHaveLength(1)
  })

  it('tries again after a refused connection, later each time, and gives up at last', async () => {
    const port = await freePort()
    deps = { ...deps, mailer: smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'office@example.school' }) }
    await signUp(box, from, 'one@home.example')
    expect(await deliver()).toBe(0)
    expect(await row('one@home.example')).toMatchObject({ state: 'queued', attempts: 1, inMs: 30_000 })
    expect(await deliver()).toBe(0)
    expect((await row('one@home.example')).attempts).toBe(1)
    box.clock.advance(30_000)
    expect(await deliver()).toBe(0)
    expect(await row('one@home.example')).toMatchObject({ attempts: 2, inMs: 60_000 })
    const revived = await openSmtpSink(port)
    box.clock.advance(60_000)
    expect(await deliver()).toBe(1)
    expect(revived.received).toHaveLength(1)
    await revived.close()

    await signUp(box, from, 'two@home.example')
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliver()
      box.clock.advance(pauseAfter(attempt))
    }
    expect(await row('two@home.example')).toMatchObject({ state: 'failed', attempts: 10 })
    expect((await row('two@home.example')).params).toEqual({ minutes: '15', hours: '24' })
    expect(await deliver()).toBe(0)
  })

  it('waits when the mail server says later, and gives up at once when it says never', async () => {
    await signUp(box, from, 'busy@home.example')
    sink.answerNext('451 4.7.1 greylisted')
    expect(await deliver()).toBe(0)
    expect(await row('busy@home.example')).toMatchObject({ state: 'queued', inMs: 30_000 })
    box.clock.advance(30_000)
    expect(await deliver()).toBe(1)
    await signUp(box, from, 'gone@home.example')
    sink.answerNext('550 5.1.1 no such mailbox: gone@home.example')
    expect(await deliver()).toBe(0)
    expect(await row('gone@home.example')).toMatchObject({ state: 'failed', attempts: 1 })
    expect(logged(box)).not.toMatch(/home\.example|mailbox|camels|Amal/)
    expect(box.log.some(({ message }) => message === 'mail given up')).toBe(true)
  })

  it('sends each mail once, however many servers send', async () => {
    sink.slowMs = 30
    for (let i = 0; i < 12; i += 1) await signUp(box, from, `many${i}@home.example`)
    const sent = await Promise.all([deliver(), deliver(), deliver()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12)
    const receivers = sink.received.map(({ to }) => to)
    expect(new Set(receivers).size).toBe(12)
    expect(receivers).toHaveLength(12)
  })

  it('takes over the mail of a server that died on the way, and never one that is being sent', async () => {
    await signUp(box, from, 'one@home.example')
    const dying: Deps = { ...deps, mailer: { send: () => new Promise(() => undefined) } }
    void deliverDue(dying, school())
    await expect.poll(async () => (await row('one@home.example')).attempts).toBe(1)
    expect(await deliver()).toBe(0)
    box.clock.advance(5 * minuteMs)
    expect(await deliver()).toBe(1)
    expect(await row('one@home.example')).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('sends by itself until it is stopped, and finishes the mail on its way', async () => {
    await signUp(box, from, 'one@home.example')
    await signUp(box, from, 'two@home.example')
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { mailer } = deps
    const send: NonNullable<Deps['mailer']>['send'] = async (mail) => {
      begun.resolve()
      await taken.promise
      return mailer?.send(mail)
    }
    const sending = sendMails({ ...deps, mailer: { send } }, dueWhileAwake(deps))
    await begun.promise
    const stopped = sending.stop()
    taken.resolve()
    await stopped
    const states = (await mailRows(box)).map(({ state }) => state).toSorted()
    expect(states).toEqual(['queued', 'sent'])
    expect(sink.received).toHaveLength(1)
  })

  it('keeps what a mail said for thirty days', async () => {
    const { schoolId } = alnoor
    await signUp(box, from, 'old@home.example')
    await deliver()
    const daysLater = async (days: number) => {
      const createdAt = new Date(box.clock.nowMs() - days * 24 * 60 * minuteMs).toISOString()
      await box.db.owner.update(mails).set({ createdAt }).where(eq(mails.recipient, 'old@home.example'))
      await signUp(box, { ...from, school: 'alnoor' }, `new${days}@home.example`)
      return (await row('old@home.example')).params
    }
    expect(await daysLater(29)).toEqual({ minutes: '15', hours: '24' })
    expect(await daysLater(30)).toEqual({})
    const rows = await box.db.owner.select().from(mails).where(eq(mails.schoolId, schoolId))
    expect(rows).toHaveLength(3)
  })
})
