import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  SubmissionRow,
  submissionDetail,
  submissionExport,
  submissionFile,
  submissionList,
} from '#shared/forms/submission.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what staff see of forms on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const ids: string[] = []
  let fileId = ''

  const signIn = async (school: TestSchool, userName: string, roles: Role[]) => {
    await makeUser(box, school, userName, roles)
    const { body } = await call(box.app, { school: school.code }, login, { userName, password })
    callers[userName] = { school: school.code, token: SignedIn.parse(body).token }
  }
  const as = (name: string): Caller => callers[name] ?? {}
  const listed = async (name: string, filter: object = {}) => {
    const { body } = await call(box.app, as(name), submissionList, filter)
    return { rows: SubmissionRow.array().parse(body.submissions), next: body.next }
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    const form = testForm()
    form.pages[0]?.sections[0]?.parts.push(
      { type: 'text', key: 'health', label: { en: 'Health', ar: 'الصحة' }, sensitivity: 'S3' },
      {
        type: 'file',
        key: 'report',
        label: { en: 'Report', ar: 'تقرير' },
        sensitivity: 'S3',
        tier: 'default',
        accept: ['pdf'],
        maxFiles: 1,
      },
    )
    await publish(box, alnoor, form)
    await signIn(alnoor, 'officer', ['admission-officer'])
    await signIn(alnoor, 'registrar', ['registrar'])
    await signIn(alnoor, 'supervisor', ['supervisor'])
    await signIn(manara, 'stranger', ['admin'])
    const visitor = await makeVisitor(box, alnoor)
    const desk = await makeDevice(box, alnoor, await makeTill(box, alnoor))
    const kiosk = new TestVisitor(box, alnoor, desk, `kiosk/${desk.deviceId}`)
    const file = visitor.file('pdf', 500)
    fileId = file.answer.fileId
    const answers = { ...testAnswers, health: 'asthma', report: [file.answer] }
    const first = visitor.op('enquiry.submit', { form: 'enquiry', answers })
    await visitor.push([first])
    await visitor.chunk(first.opId, file, 0)
    const more = Array.from({ length: 51 }, () => kiosk.op('enquiry.submit', { form: 'enquiry', answers: testAnswers }))
    box.clock.advance(1000)
    await kiosk.push(more)
    ids.push(first.opId, ...more.map(({ opId }) => opId))
  })
  afterAll(() => box.close())

  it('is a list, newest first, page by page, with names and nothing that was said', async () => {
    const first = await listed('officer')
    const second = await listed('officer', { before: first.next })
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null])
    const seen = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen.at(-1)).toBe(ids[0])
    expect(second.rows.at(-1)).toMatchObject({ subjects: ['Sara'], contact: 'Hind Al Mana', filesAwaited: 0 })
    expect(JSON.stringify(second.rows)).not.toContain('asthma')
    expect((await listed('officer', { purpose: 'hr' })).rows).toEqual([])
  })

  it('withholds what is sensitive from the person who does not decide, in words and in files', async () => {
    const id = ids[0]
    const officer = await call(box.app, as('officer'), submissionDetail, { id })
    expect(officer.body).toMatchObject({ withheld: ['health', 'report'], files: [] })
    expect(JSON.stringify(officer.body)).not.toContain('asthma')
    const registrar = await call(box.app, as('registrar'), submissionDetail, { id })
    expect(registrar.body).toMatchObject({ withheld: [], answers: { health: 'asthma' }, files: [{ id: fileId }] })
    const file = (name: string) => call(box.app, as(name), submissionFile, { submissionId: id, fileId })
    expect((await file('officer')).body).toMatchObject({ messageId: 'access.denied' })
    expect(await file('registrar')).toMatchObject({ status: 200, body: { kind: 'pdf' } })
    expect(Buffer.from(String((await file('registrar')).body.data), 'base64')).toHaveLength(500)
  })

  it('is nothing to anybody else: no other role, no other school, nobody without a session', async () => {
    const id = ids[0] ?? ''
    for (const [to, input] of [
      [submissionList, {}],
      [submissionDetail, { id }],
      [submissionFile, { submissionId: id, fileId }],
    ] as const) {
      expect((await call(box.app, as('supervisor'), to, input)).body).toMatchObject({ messageId: 'access.denied' })
      expect((await call(box.app, { school: 'alnoor' }, to, input)).status).toBe(401)
    }
    expect((await listed('stranger')).rows).toEqual([])
    expect((await call(box.app, as('stranger'), submissionDetail, { id })).status).toBe(404)
    expect((await call(box.app, as('stranger'), submissionFile, { submissionId: id, fileId })).status).toBe(404)
  })

  it('leaves the house as names, forms and moments, and never as what was answered', async () => {
    const [head, ...rows] = await linesFrom(box, as('registrar'), submissionExport)
    expect(head).toBe('Date and time,Reference,Subject,From,Form,Channel,Language,Files outstanding')
    expect(rows).toHaveLength(ids.length)
    expect(rows.at(-1)).toMatch(/^2030-\d\d-\d\d \d\d:\d\d,[\w-]+,Sara,Hind Al Mana,[^,]+,online,English,0$/)
    // With all of a phone's digits: three or four of them may stand in a reference by chance.
    expect(rows.join()).not.toMatch(/asthma|974\s?55|55\d{6}/)
    expect(await linesFrom(box, as('registrar'), submissionExport, { filter: { purpose: 'hr' } })).toEqual([head])
    expect(await linesFrom(box, as('stranger'), submissionExport)).toEqual([head])
    expect((await call(box.app, as('officer'), submissionExport, { language: 'en' })).body.messageId).toBe(
      'access.denied',
    )
  })
})
