import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { SubmissionRow, submissionDetail, submissionExport, submissionList } from '#shared/forms/submission.contract.ts'
import { setWorkStatus } from '#shared/forms/work-application.contract.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { messageLog } from '#shared/messaging/message-log.contract.ts'
import { readStart } from '#shared/overview/start.contract.ts'
import { search } from '#shared/overview/search.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings } from '../school/settings-kit.ts'

const staff = ['admin', 'head', 'registrar', 'admission-officer', 'finance', 'it', 'hr', 'supervisor'] as const

describe.each(engines)('applications for work and office forms on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers = {} as Record<(typeof staff)[number], Caller>
  const answers = { ...testAnswers, email: 'sara@person.example', health: 'asthma' }
  /** Ids of what was handed in, by form. */
  const ids: Record<string, string> = {}

  const forms = {
    enquiry: 'enquiry',
    hr: 'hr',
    'mogra-hr': 'hr',
    'mogra-bills': 'enquiry',
    'mogra-erp': 'enquiry',
  } as const

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of staff) callers[role] = await signInAs(box, alnoor, role, [role])
    for (const [form, purpose] of Object.entries(forms)) {
      const definition = { ...testForm(), purpose }
      definition.pages[0]?.sections[0]?.parts.push({
        type: 'text',
        key: 'health',
        label: { en: 'Health', ar: 'الصحة' },
        sensitivity: 'S3',
      })
      await publish(box, alnoor, definition, form)
      const visitor = await makeVisitor(box, alnoor)
      const op = visitor.op(purpose === 'hr' ? 'hr.apply' : 'enquiry.submit', { form, answers })
      box.clock.advance(1000)
      await visitor.push([op])
      ids[form] = op.opId
    }
  })
  afterAll(() => box.close())

  const listed = async (role: (typeof staff)[number]) => {
    const { status, body } = await call(box.app, callers[role], submissionList)
    return status === 200
      ? SubmissionRow.array()
          .parse(body.submissions)
          .map(({ form }) => form)
      : body.messageId
  }
  const detail = async (role: (typeof staff)[number], form: string) =>
    (await call(box.app, callers[role], submissionDetail, { id: ids[form] })).status
  const set = (role: (typeof staff)[number], form: string, seen: number, status: string) =>
    call(box.app, callers[role], setWorkStatus, { id: ids[form], seen, status })

  it('are confirmed by mails that stand in no log of families and in no outbox of who may not read them', async () => {
    const rows = await box.db.owner.select().from(mails)
    expect(rows.filter(({ template }) => template === 'work-received')).toHaveLength(1)
    expect(rows.filter(({ template }) => template === 'form-received')).toHaveLength(4)
    const outbox = async (caller: Caller) =>
      mailList.reply.parse((await call(box.app, caller, mailList)).body).mails.map(({ template }) => template)
    expect(await outbox(callers.it)).not.toContain('work-received')
    expect(await outbox(callers.admin)).toEqual(await outbox(callers.it))
    expect(await outbox(await signInAs(box, alnoor, 'both', ['it', 'hr']))).toContain('work-received')
    const { body } = await call(box.app, callers.registrar, messageLog, { filter: { kind: 'mail' } })
    const logged = messageLog.reply.parse(body).entries.map(({ what }) => what)
    expect(logged).toHaveLength(4)
    expect(logged).not.toContain('work-received')
  })

  it('wait where nobody may read them, and the administrator is told', async () => {
    const waiting = async () => readStart.reply.parse((await call(box.app, callers.admin, readStart)).body).unreadWork
    expect(await waiting()).toBe(0)
    const readers = inArray(users.userName, ['hr', 'both'])
    const disable = (disabledAt: Instant | null) => box.db.owner.update(users).set({ disabledAt }).where(readers)
    await disable(toInstant(box.clock.nowMs()))
    // The office form of the same purpose is none of them.
    expect(await waiting()).toBe(1)
    await disable(null)
    expect(await waiting()).toBe(0)
  })

  it('are listed for whom they concern: applications for work for hr alone, office forms as they are routed', async () => {
    expect(await listed('hr')).toEqual(['mogra-hr', 'hr'])
    expect(await listed('admission-officer')).toEqual(['enquiry'])
    expect(await listed('registrar')).toEqual(['enquiry'])
    expect(await listed('head')).toEqual(['enquiry'])
    expect(await listed('admin')).toEqual(['mogra-erp', 'mogra-bills', 'enquiry'])
    expect(await listed('finance')).toEqual(['mogra-bills'])
    expect(await listed('it')).toEqual(['mogra-erp'])
    expect(await listed('supervisor')).toBe('access.denied')
  })

  it('open for nobody else, and no search or export finds them', async () => {
    for (const role of staff) expect(await detail(role, 'hr'), role).toBe(role === 'hr' ? 200 : 403)
    expect(await detail('hr', 'enquiry')).toBe(403)
    expect(await detail('finance', 'mogra-erp')).toBe(403)
    const found = async (role: (typeof staff)[number]) =>
      (await call(box.app, callers[role], search, { text: 'Hind' })).body.submissions
    expect(await found('admission-officer')).toMatchObject([{ id: ids.enquiry }])
    expect(await found('hr')).toMatchObject([{ id: ids['mogra-hr'] }, { id: ids.hr }])
    expect(await linesFrom(box, callers.admin, submissionExport, { filter: { purpose: 'hr' } })).toHaveLength(1)
    expect(await linesFrom(box, callers.admin, submissionExport)).toHaveLength(4)
  })

  it('show hr the sensitive answers of an application for work, and record each reading', async () => {
    const read = (form: string) => call(box.app, callers.hr, submissionDetail, { id: ids[form] })
    const readings = async () =>
      (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'sensitive-read').length
    const before = await readings()
    expect((await read('hr')).body).toMatchObject({ answers: { health: 'asthma' }, withheld: [] })
    expect(await readings()).toBe(before + 1)
    expect((await read('mogra-hr')).body).toMatchObject({ withheld: ['health'] })
    expect(await readings()).toBe(before + 1)
  })

  it('stand as hr says, one after the other', async () => {
    expect((await call(box.app, callers.hr, submissionDetail, { id: ids.hr })).body).toMatchObject({
      submission: { work: { status: 'new', revision: 0 } },
    })
    expect((await set('hr', 'hr', 0, 'interview')).body).toEqual({ work: { status: 'interview', revision: 1 } })
    // The same again, by whom the answer did not reach.
    expect((await set('hr', 'hr', 0, 'interview')).body).toEqual({ work: { status: 'interview', revision: 1 } })
    expect((await set('hr', 'hr', 0, 'declined')).body).toMatchObject({ messageId: 'form.changed-elsewhere' })
    expect((await set('hr', 'hr', 1, 'hired')).body).toEqual({ work: { status: 'hired', revision: 2 } })
    // Who reads the record learns that there was a decision, and not which.
    const events = await box.db.owner.select().from(auditEvents).where(eq(auditEvents.what, 'work-status-set'))
    expect(events.map(({ facts }) => facts)).toEqual([{}, {}])
    for (const role of staff.filter((each) => each !== 'hr')) {
      expect((await set(role, 'hr', 2, 'new')).status, role).toBe(403)
    }
    expect((await set('hr', 'mogra-hr', 0, 'hired')).status).toBe(404)
    expect((await set('hr', 'enquiry', 0, 'hired')).status).toBe(404)
  })

  it('go to whom the school routes them, from the next call on', async () => {
    const routing = { 'mogra-hr': ['head'], 'mogra-bills': ['finance', 'head'], 'mogra-erp': ['it'] }
    expect((await setSettings(box, callers.admin, 'officeForms', { routing })).status).toBe(200)
    expect(await listed('head')).toEqual(['mogra-bills', 'mogra-hr', 'enquiry'])
    expect(await listed('hr')).toEqual(['hr'])
    expect(await listed('admin')).toEqual(['enquiry'])
    const nobody = await setSettings(box, callers.admin, 'officeForms', { routing: { ...routing, 'mogra-erp': [] } })
    expect(nobody.body).toMatchObject({ messageId: 'request.invalid', field: 'settings.values.routing.mogra-erp' })
  })

  it('are nothing to another school', async () => {
    const there = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['hr'])
    expect((await call(box.app, there, submissionDetail, { id: ids.hr })).status).toBe(404)
    expect((await call(box.app, there, setWorkStatus, { id: ids.hr, seen: 2, status: 'new' })).status).toBe(404)
    expect((await call(box.app, there, submissionList)).body.submissions).toEqual([])
  })
})
