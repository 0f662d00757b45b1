import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentLinks } from '#server/features/documents/document.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { DocumentLink } from '#shared/documents/document.contract.ts'
import {
  documentLink,
  documentWork,
  endDocumentLink,
  familyPiece,
  openDocuments,
} from '#shared/documents/document-review.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { mailTo, shapeOf } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import {
  bring,
  decideAs,
  documentsOf,
  itemOf,
  openByToken,
  paper,
  pieceOf,
  sendByLink,
} from '#tests/support/records/document-kit.ts'
import { commandOn, decide, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the documents of a student by a family’s link on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let registrar: Caller
  const family = { school: 'alnoor' }
  let no = 0
  let email = ''

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
  })
  afterAll(() => box.close())
  beforeEach(() => {
    no += 1
    email = `guardian${no}@home.example`
  })

  const student = async () =>
    (await makeStudent(box, alnoor, { nameLatin: 'Sara Nair', nationality: 'IN', grade: '5' })).id
  const ask = async (student_id: string, to = email) => {
    box.clock.advance(1)
    const { body } = await call(box.app, officer, documentLink, {
      student_id,
      guardian: 'Hind',
      email: to,
      language: 'en',
    })
    return { body, token: (await mailTo(box, to)).token }
  }

  it('is mailed, says what is missing and why something was not taken, and takes it', async () => {
    const id = await student()
    await bring(box, officer, id, 'passport')
    await decideAs(box, officer, id, ['passport', 'reject'], { reason: 'unreadable', note: 'Please without glare' })
    const { token, body } = await ask(id)
    expect(DocumentLink.parse(body.link).state).toBe('waiting')
    const page = await openByToken(box, family, token)
    expect(page).toMatchObject({ guardian: 'Hind', subject: 'Sara Nair' })
    if (typeof page === 'string') throw new Error(page)
    const passport = page.items.find(({ type }) => type.code === 'passport')
    expect(passport).toMatchObject({
      state: 'rejected',
      reason: 'unreadable',
      remark: 'Please without glare',
      maySend: true,
    })
    expect(await sendByLink(box, family, token, 'passport')).toBe('complete')
    expect(await sendByLink(box, family, token, 'vaccination-record')).toBe('complete')
    const seen = await itemOf(box, officer, id, 'passport')
    expect(seen).toMatchObject({ state: 'uploaded', files: [{ from: 'family', by: null }, {}] })
    expect((await documentsOf(box, officer, id)).links).toMatchObject([{ state: 'opened' }])
    const work = documentWork.reply.parse((await call(box.app, registrar, documentWork)).body)
    expect(work.review.first.find(({ student_id }) => student_id === id)).toMatchObject({
      documents: 2,
      student_name: 'Sara Nair',
    })
    // What was sent is not shown again, to nobody who has the link.
    expect(JSON.stringify(await openByToken(box, family, token))).not.toContain('paper.jpeg')
  })

  it('says at which place the child waits where the school says it there, and to nobody else', async () => {
    const made = await makeStudent(box, alnoor, { status: 'new', grade: 'KG1', entryYear: 2033 })
    await decide(box, registrar, commandOn(made, { kind: 'move', to: 'waiting', reason: 'no-seat' }))
    const { token } = await ask(made.id)
    const told = async () => {
      const page = await openByToken(box, family, token)
      return typeof page === 'string' ? page : page.waitingPlace
    }
    expect(await told()).toBeNull()
    const { rules, revision } = admissionRules.reply.parse((await call(box.app, registrar, admissionRules)).body)
    await call(box.app, registrar, setAdmissionRules, { rules: { ...rules, tellsPosition: true }, revision })
    expect(await told()).toBe(1)
    const back = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    await decide(box, registrar, commandOn({ ...made, revision: 2 }, back))
    expect(await told()).toBeNull()
  })

  it('takes only what is asked, and nothing that was approved or waived', async () => {
    const id = await student()
    const { token } = await ask(id)
    expect(await sendByLink(box, family, token, 'custody-paper')).toEqual({ refused: 'document.no-such-step' })
    expect(await sendByLink(box, family, token, 'no-such-paper')).toEqual({ refused: 'document.no-such-step' })
    await decideAs(box, registrar, id, ['photo', 'waive'], { reason: 'not-needed' })
    expect(await sendByLink(box, family, token, 'photo')).toEqual({ refused: 'document.no-such-step' })
    for (const { type } of (await documentsOf(box, registrar, id)).items)
      if (type.code !== 'photo') await decideAs(box, registrar, id, [type.code, 'waive'], { reason: 'not-needed' })
    expect(await openByToken(box, family, token)).toMatchObject({ items: [] })
    expect((await ask(id)).body.messageId).toBe('document.nothing-open')
  })

  it('is over when a newer one was mailed, when it was ended, after its time and in another school, told the same', async () => {
    const id = await student()
    const { token: first } = await ask(id)
    const { token, body } = await ask(id)
    expect(first).not.toBe(token)
    expect(await openByToken(box, family, first)).toBe('link.over')
    expect(await openByToken(box, { school: 'manara' }, token)).toBe('link.over')
    const rows = (await box.db.owner.select().from(documentLinks)).filter(({ studentId }) => studentId === id)
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([sha256Hex(token)])
    const { token: of2 } = await ask(id, `second.${email}`)
    expect(await openByToken(box, family, of2)).toMatchObject({ guardian: 'Hind' })
    await call(box.app, officer, endDocumentLink, { student_id: id, id: DocumentLink.parse(body.link).id })
    const over = await call(box.app, family, openDocuments, { token })
    expect(shapeOf(over)).toEqual(shapeOf(await call(box.app, family, openDocuments, { token: 'nobody' })))
    expect(await sendByLink(box, family, token, 'passport')).toEqual({ refused: 'link.over' })
    box.clock.advance(61 * dayMs)
    expect(await openByToken(box, family, of2)).toBe('link.over')
    officer = await signInAs(box, alnoor, 'officer2', ['admission-officer'])
    registrar = await signInAs(box, alnoor, 'registrar2', ['registrar'])
  })

  it('goes on with its own files only: not with those of another family, nor with what staff began', async () => {
    const [mine, theirs] = [await student(), await student()]
    const { token } = await ask(mine)
    const { token: other } = await ask(theirs, `other.${email}`)
    const sent = paper('jpeg', 150_000)
    await sendByLink(box, family, token, 'passport', { ...sent, content: sent.content.subarray(0, 0) })
    const begun = await call(box.app, family, familyPiece, { token: other, ...pieceOf(sent, 0) })
    expect(begun.body.messageId).toBe('request.not-found')
    const own = await call(box.app, family, familyPiece, { token, ...pieceOf(sent, 0) })
    expect(own.body).toMatchObject({ file: { state: 'awaited', missing: [1] } })
    expect((await itemOf(box, officer, mine, 'passport')).files).toMatchObject([{ state: 'awaited' }])
  })

  it('finds what came with the application: its files are documents of the child, to be reviewed once they are here', async () => {
    const form = testForm()
    form.purpose = 'admission'
    form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    const section = form.pages[0]?.sections[0]
    for (const part of section?.parts ?? []) {
      if (part.key === 'papers') part.key = 'passport_copy'
      if (part.type === 'repeat')
        part.fields.push({
          ...part.fields[0],
          type: 'file',
          key: 'birth_certificate',
          label: { en: 'B', ar: 'B' },
          required: false,
          tier: 'default',
          accept: ['jpeg'],
          maxFiles: 1,
        })
    }
    await publish(box, alnoor, form, 'family')
    const visitor = await makeVisitor(box, alnoor)
    const [passport, birth] = [visitor.file('jpeg', 50), visitor.file('jpeg', 60)]
    const children = [
      { name: 'Aya', dob: '2024-02-29' },
      { name: 'Zayd', dob: '2025-01-01', birth_certificate: [birth.answer] },
    ]
    const answers = { name: 'Hind', email, children, passport_copy: [passport.answer] }
    const op = visitor.op('admission.submit', { form: 'family', answers })
    await visitor.push([op])
    const made = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === op.opId)
    const [aya, zayd] = made.toSorted((a, b) => Number(a.place) - Number(b.place)).map(({ id }) => id)
    if (!aya || !zayd) throw new Error('two children were expected')
    expect(await itemOf(box, officer, aya, 'passport')).toMatchObject({
      state: 'missing',
      files: [{ state: 'awaited' }],
    })
    for (const each of [passport, birth]) expect((await visitor.chunk(op.opId, each, 0)).status).toBe(200)
    for (const id of [aya, zayd])
      expect(await itemOf(box, officer, id, 'passport')).toMatchObject({
        state: 'uploaded',
        files: [{ from: 'form', state: 'complete' }],
      })
    expect(await itemOf(box, officer, zayd, 'birth-certificate')).toMatchObject({ state: 'uploaded' })
    expect(await itemOf(box, officer, aya, 'birth-certificate')).toMatchObject({ state: 'missing', files: [] })
    expect((await documentsOf(box, officer, aya)).contact).toEqual({ guardian: 'Hind', email, language: 'en' })
  })
})
