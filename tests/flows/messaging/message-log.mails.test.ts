import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { appointmentLink } from '#shared/admissions/appointment-booking.contract.ts'
import { documentLink } from '#shared/documents/document-review.contract.ts'
import { permissions } from '#shared/kernel/roles.ts'
import { type LogFilter, messageLog, messageLogExport } from '#shared/messaging/message-log.contract.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { countSeats, kg1, offerTo, parseOfferDraft, staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('mails to families that no decision sent, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let head: Caller
  let auditor: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 50)
  })
  afterAll(() => box.close())

  const log = async (filter: LogFilter, by = registrar) => {
    const { body } = await call(box.app, by, messageLog, { filter: { kind: 'mail', ...filter } })
    return messageLog.reply.parse(body).entries
  }
  const names = { nameLatin: 'Noora Al Kuwari', nameArabic: 'نورة الكواري' }
  const child = (more: object = {}) => makeStudent(box, alnoor, { ...names, status: 'shortlisted', ...more })
  const ask = (id: string, email: string, language: 'en' | 'ar' = 'en') => {
    box.clock.advance(1)
    const to = { guardian: 'Hind Al Mana', email, language }
    return call(box.app, registrar, appointmentLink, { student_id: id, appointmentKind: 'interview', ...to })
  }

  it('name the child of the file in both scripts, lead to it, and name who reads them', async () => {
    const made = await child()
    const { emails, offer } = await offerTo(box, registrar, made, parseOfferDraft())
    const [email = ''] = emails
    const named = [{ student_id: made.id, student_name: names.nameLatin, student_name_ar: names.nameArabic }]
    const [entry] = await log({ text: email })
    expect(entry).toMatchObject({ what: 'offer-link', students: named, subject: null })
    expect(entry?.recipients).toMatchObject([{ email, name: offer.signers[0]?.name }])
    // Whichever script the mail was written in.
    for (const text of [names.nameLatin, names.nameArabic])
      expect((await log({ text })).map(({ id }) => id)).toEqual([entry?.id])
    await ask(made.id, 'hind@asked.example', 'ar')
    box.clock.advance(1)
    await call(box.app, registrar, documentLink, {
      student_id: made.id,
      guardian: 'Jassim',
      email: 'jassim@asked.example',
      language: 'en',
    })
    const asked = await log({ text: '@asked.example' })
    expect(asked.map(({ what, recipients: [to] }) => [what, to?.name])).toEqual([
      ['documents-link', 'Jassim'],
      ['appointment-link', 'Hind Al Mana'],
    ])
    for (const each of asked) expect(each).toMatchObject({ students: named })
  })

  it('call a guardian as the live record does, in the language of the mail', async () => {
    const { id, schoolId } = await child({ nameLatin: 'Salem' })
    const email = 'Mona@record.example'
    const guardian = { nameLatin: 'Mona', nameArabic: 'منى', email, position: 0 }
    await box.db.owner
      .insert(studentGuardians)
      .values({ schoolId, id: crypto.randomUUID(), studentId: id, ...guardian })
    await ask(id, 'mona@record.example', 'ar')
    expect((await log({ text: 'record.example' }))[0]?.recipients[0]?.name).toBe('منى')
  })

  it('stand in the file that is taken out, and show an auditor the child and no whole address', async () => {
    const { reference } = await child({ nameLatin: 'Farida' }).then(async (made) => {
      await ask(made.id, 'hind@auditor.example')
      return made
    })
    const [entry] = await log({ text: 'Farida' }, auditor)
    expect(entry).toMatchObject({
      students: [{ student_name: 'Farida', registration_id: reference }],
      recipients: [{ name: 'Hind Al Mana', email: 'h…@auditor.example' }],
    })
    const asked = { filter: { kind: 'mail', text: 'Farida' }, columns: ['child', 'recipient', 'address'] }
    const [, row] = await linesFrom(box, auditor, messageLogExport, asked)
    expect(row).toBe('Farida,Hind Al Mana,h…@auditor.example')
    // Anyone who reads the log may open the files that it leads to.
    for (const role of permissions['messages.log']) expect(permissions['students.see']).toContain(role)
  })

  it('name nobody any more once the file is erased; what is about a brother stays', async () => {
    const [her, his] = [await child({ nameLatin: 'Quortana' }), await child({ nameLatin: 'Yusuf' })]
    const email = 'both@family.example'
    const { schoolId } = alnoor
    const mother = { schoolId, studentId: his.id, nameLatin: 'Hind', email, position: 0 }
    await box.db.owner.insert(studentGuardians).values({ ...mother, id: crypto.randomUUID() })
    await ask(her.id, email)
    await ask(his.id, email)
    // Since then she is called otherwise: what waits is known by whose it is.
    const renamed = { nameLatin: 'Amal Nair', nameArabic: null }
    await box.db.owner.update(students).set(renamed).where(eq(students.id, her.id))
    const change = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'other', note: 'x' } as const
    await decide(box, registrar, commandOn(her, change))
    const { student } = await fileOf(box, registrar, her.id)
    const asked = { student_id: her.id, reference: student.registration_id, cause: 'family-asked' as const }
    expect((await call(box.app, head, eraseFile, asked)).status).toBe(200)
    const rows = (await box.db.owner.select().from(mails)).filter(({ recipient }) => recipient === email)
    const said = new Map(rows.map(({ studentId, params }) => [studentId, params['subject']]))
    expect([said.size, said.get(her.id), said.get(his.id)]).toEqual([2, undefined, 'Yusuf'])
    const [about, gone] = await log({ text: email })
    expect(about).toMatchObject({ students: [{ student_name: 'Yusuf' }], recipients: [{ name: 'Hind' }] })
    expect(gone).toMatchObject({ students: [{ student_id: her.id, student_name: null, student_name_ar: null }] })
    expect(gone?.recipients[0]?.name).toBe('')
  })
})
