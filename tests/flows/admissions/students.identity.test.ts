import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { studentTimeline } from '#shared/students/student-record.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { bring, decideAs } from '#tests/support/records/document-kit.ts'
import { bring as bringIn, csvFile, jobOf, judged, rowsOf } from '#tests/support/records/import-kit.ts'
import { parseOfferDraft } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const shortlists = { kind: 'move', to: 'shortlisted' } as const
const shows = (of: 'child' | 'signer', numberEnd = '', paper: 'passport' | null = 'passport'): Change => ({
  kind: 'identity',
  said: { of, paper, numberEnd },
})

describe.each(engines)('an identity held against a paper on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await setRules({ identityBeforeShortlist: true })
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, as('head'), more)
  const file = (id: string, who = 'registrar') => fileOf(box, as(who), id)
  const does = async (who: string, id: string, change: Change) =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))
  const hinders = async (id: string, to = 'shortlisted') =>
    (await file(id)).moves.find((move) => move.to === to && move.outcome === null)?.hindrances

  it('hinders the short list until the child and anyone who signs were checked, and hinders no school that asks for nothing', async () => {
    const { id } = await makeStudent(box, alnoor)
    expect(await hinders(id)).toEqual(['student.identity-open'])
    expect(await does('admission-officer', id, shortlists)).toBe('student.identity-open')
    expect(await does('finance', id, shows('child'))).toBe('access.denied')
    expect(await does('head', id, shows('child'))).toBe('access.denied')
    expect(await does('admission-officer', id, shows('child', 'P 77-8899'))).toBe('new')
    expect(await hinders(id)).toEqual(['student.identity-open'])
    expect(await does('registrar', id, shows('signer'))).toBe('new')
    expect(await hinders(id)).toEqual([])
    const child = { paper: 'passport', numberEnd: '8899', by: { name: { en: 'admission-officer' } } }
    expect((await file(id)).identity[0]).toMatchObject({ of: 'child', isNeeded: true, checked: child })
    // What a number ends in is for the person who checks it.
    expect((await file(id, 'finance')).identity[0]?.checked).toMatchObject({ paper: 'passport', numberEnd: '' })
    // Taken back it is open again; once the child is on the list it is put right only.
    expect(await does('registrar', id, shows('child', '', null))).toBe('new')
    expect(await does('registrar', id, shows('child', '', null))).toBe('request.invalid')
    expect(await does('registrar', id, shortlists)).toBe('student.identity-open')
    expect(await does('registrar', id, shows('child', '1234'))).toBe('new')
    expect(await does('registrar', id, shortlists)).toBe('shortlisted')
    expect(await does('registrar', id, shows('child', '', null))).toBe('request.invalid')
    expect(await does('registrar', id, shows('child', '4321'))).toBe('shortlisted')
    const { body } = await call(box.app, as('registrar'), studentTimeline, { student_id: id })
    const told = studentTimeline.reply.parse(body).entries.map(({ what }) => what)
    expect(told.filter((what) => what.startsWith('identity'))).toHaveLength(5)
    expect(told).toContain('identity-child-back')
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'identity-checked')
    expect(acts.map(({ facts }) => facts)).toContainEqual({ kind: 'child', state: 'taken-back' })
    expect(JSON.stringify(acts.map(({ facts }) => facts))).not.toContain('8899')
    await box.db.database.tenant(alnoor.schoolId, (tx) => tx.execute(sql`delete from student_identity_checks`))
    expect((await file(id)).identity[0]?.checked?.numberEnd).toBe('4321')
    await setRules({ identityBeforeShortlist: false })
    expect(await hinders((await makeStudent(box, alnoor)).id)).toEqual([])
    await setRules({ identityBeforeShortlist: true })
  })

  it('is not got around by way of the waiting list', async () => {
    const { id } = await makeStudent(box, alnoor, { status: 'waiting' })
    expect(await hinders(id)).toContain('student.identity-open')
    expect(await does('registrar', id, { kind: 'offer', offer: parseOfferDraft(), note: 'x' })).toMatch(/^student\./)
    expect(await hinders(id, 'offer-out')).toContain('student.identity-open')
  })

  it('is asked for before the offer of the person who comes on the short list by a file, and the file says so before it is brought in', async () => {
    const listed = {
      nameEn: 'Lina By-List',
      birthDate: '2024-02-29',
      grade: 'KG1',
      entryYear: '2030',
      status: 'Shortlisted',
    }
    const job = await judged(
      box,
      as('registrar'),
      await csvFile(
        ['nameEn', 'birthDate', 'grade', 'entryYear', 'status'],
        [listed, { ...listed, nameEn: 'Lulwa Waits', status: 'New' }],
      ),
    )
    expect(job).toMatchObject({ counts: { new: 2, refused: 0 }, asksIdentity: 1 })
    expect((await rowsOf(box, as('registrar'), job.id)).map(({ asksIdentity }) => asksIdentity)).toEqual([true, false])
    await bringIn(box, as('registrar'), job.id)
    await expect.poll(async () => (await jobOf(box, as('registrar'), job.id))?.state).toBe('done')
    const id = (await rowsOf(box, as('registrar'), job.id))[0]?.student_id ?? ''
    expect((await file(id)).identity.map(({ isNeeded, checked }) => [isNeeded, checked])).toEqual([
      [true, null],
      [true, null],
    ])
    expect(await hinders(id, 'offer-out')).toContain('student.identity-open')
    for (const of of ['child', 'signer'] as const) await does('registrar', id, shows(of))
    expect(await hinders(id, 'offer-out')).not.toContain('student.identity-open')
    // Anyone who was put on the list by a step, when the school did not ask yet, is not held up.
    await setRules({ identityBeforeShortlist: false })
    const before = await makeStudent(box, alnoor)
    expect(await does('registrar', before.id, shortlists)).toBe('shortlisted')
    expect((await jobOf(box, as('registrar'), job.id))?.asksIdentity).toBe(0)
    await setRules({ identityBeforeShortlist: true })
    expect(await hinders(before.id, 'offer-out')).not.toContain('student.identity-open')
  })

  it('follows from a document that was approved, as long as it is good', async () => {
    const { id } = await makeStudent(box, alnoor)
    for (const type of ['passport', 'guardian-identity']) {
      await bring(box, as('registrar'), id, type)
      await decideAs(box, as('registrar'), id, [type, 'approve'], { day: '2030-03-20' })
    }
    const byItself = { checked: { by: null, numberEnd: '' } }
    expect((await file(id)).identity).toMatchObject([byItself, byItself])
    expect(await hinders(id)).toEqual([])
    await box.db.owner.execute(sql`update document_standings set expires_on = '2030-03-01' where type = 'passport'`)
    expect(await hinders(id)).toEqual(['student.identity-open'])
  })

  it('shows what the numbers of the application end in, of this child and to who checks them alone', async () => {
    const form = testForm()
    form.purpose = 'admission'
    for (const part of form.pages[0]?.sections[0]?.parts ?? [])
      if (part.type === 'repeat') part.fields.push({ type: 'text', key: 'passport_no', label: { en: 'No', ar: 'رقم' } })
    await publish(box, alnoor, form, 'family')
    const visitor = await makeVisitor(box, alnoor, 10)
    const children = ['P7788991', 'P1122334'].map((passport_no, no) => ({ name: `Child ${no}`, passport_no }))
    const op = visitor.op('admission.submit', { form: 'family', answers: { name: 'Adel', children } })
    const { body } = await visitor.push([op])
    expect(pushOps.reply.parse(body).results[0]?.outcome).toBe('applied')
    const rows = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === op.opId)
    const second = rows.find(({ place }) => place === 1)?.id ?? ''
    expect((await file(second)).identity[0]?.stated).toEqual([{ paper: 'passport', numberEnd: '2334' }])
    expect((await file(second, 'head')).identity[0]?.stated).toEqual([])
  })
})
