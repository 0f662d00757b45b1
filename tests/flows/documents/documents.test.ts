import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentActions, documents } from '#server/features/documents/document.table.ts'
import { fileChunks, submissionFiles } from '#server/features/forms/form.table.ts'
import { documentPiece, documentUpload, studentDocuments } from '#shared/documents/document.contract.ts'
import { documentWork } from '#shared/documents/document-review.contract.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  bring,
  commandFor,
  decideAs,
  documentsOf,
  itemOf,
  paper,
  pieceOf,
  readPaper,
  send,
} from '#tests/support/records/document-kit.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the documents of a student on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => {
    const caller = callers[name]
    if (!caller) throw new Error(`nobody is called ${name}`)
    return caller
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const roles = ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] as const satisfies Role[]
    for (const role of roles) callers[role] = await signInAs(box, alnoor, role, [role])
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  const student = async () => (await makeStudent(box, alnoor, { status: 'booked', nationality: 'IN', grade: '5' })).id

  it('are brought, refused with a reason and brought again; the earlier file stays with what was decided on it', async () => {
    const [id, officer] = [await student(), as('admission-officer')]
    const [first, second] = [paper('pdf', 'blurred', 'passport.pdf'), paper('jpeg', 'sharp', 'جواز.jpg')]
    expect(await bring(box, officer, id, 'passport', first)).toBe('complete')
    expect(await itemOf(box, officer, id, 'passport')).toMatchObject({
      state: 'uploaded',
      isSettled: false,
      revision: 1,
    })
    expect(await decideAs(box, officer, id, ['passport', 'take-up'])).toMatchObject({ state: 'in-review' })
    expect(await decideAs(box, officer, id, ['passport', 'reject'])).toBe('document.reason-missing')
    const said = { reason: 'unreadable', note: 'The number cannot be read' }
    expect(await decideAs(box, officer, id, ['passport', 'reject'], said)).toMatchObject({ state: 'rejected' })
    expect(await bring(box, officer, id, 'passport', second)).toBe('complete')
    expect(await decideAs(box, officer, id, ['passport', 'approve'])).toBe('document.day')
    expect(await decideAs(box, officer, id, ['passport', 'approve'], { day: '2030-03-02' })).toBe('document.day')
    const approved = await decideAs(box, officer, id, ['passport', 'approve'], { day: '2031-01-31' })
    expect(approved).toMatchObject({ state: 'approved', isSettled: true, expiresOn: '2031-01-31' })
    const { files, deeds } = await itemOf(box, officer, id, 'passport')
    expect(new Map(files.map((file) => [file.doc_name, file.decided]))).toEqual(
      new Map([
        ['passport.pdf', 'rejected'],
        ['جواز.jpg', 'approved'],
      ]),
    )
    expect(deeds.map(({ act }) => act)).toEqual(['approve', 'upload', 'reject', 'take-up', 'upload'])
    expect(deeds[2]).toMatchObject({ ...said, by: { userId: expect.any(String) } })
    expect(await readPaper(box, officer, id, first.ref.fileId)).toBe('%PDF-1.7\nblurred')
  })

  it('are written once: what serves a school changes and deletes neither a file’s place nor a deed', async () => {
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.update(documentActions).set({ reason: 'else' }).returning()).toEqual([])
      expect(await tx.delete(documentActions).returning()).toEqual([])
      expect(await tx.update(documents).set({ type: 'photo' }).returning()).toEqual([])
      expect(await tx.delete(documents).returning()).toEqual([])
    })
  })

  it('take one decision on one state: sent again it changes nothing, on an older state it is refused, and of two one counts', async () => {
    const [id, officer] = [await student(), as('admission-officer')]
    await bring(box, officer, id, 'birth-certificate')
    const command = await commandFor(box, officer, id, ['birth-certificate', 'approve'])
    const other = await commandFor(box, as('registrar'), id, ['birth-certificate', 'reject'], { reason: 'unreadable' })
    const done = await Promise.all([send(box, officer, command), send(box, as('registrar'), other)])
    expect(done.filter((each) => each === 'document.changed')).toHaveLength(1)
    const winner = typeof done[0] === 'string' ? ([as('registrar'), other] as const) : ([officer, command] as const)
    expect(await send(box, ...winner)).toEqual(done.find((each) => typeof each !== 'string'))
    expect((await itemOf(box, officer, id, 'birth-certificate')).revision).toBe(2)
    expect(await send(box, winner[0], { ...winner[1], note: 'else' })).toBe('request.invalid')
    // A file that came meanwhile was not seen by the person who decides.
    const late = await commandFor(box, officer, id, ['guardian-identity', 'take-up'])
    await bring(box, officer, id, 'guardian-identity')
    expect(await send(box, officer, late)).toBe('document.changed')
  })

  it('are what their bytes say: no other kind by its name, none too large, none that does something by itself, none cut short', async () => {
    const [id, officer] = [await student(), as('admission-officer')]
    const disguised = paper('pdf')
    const html = Uint8Array.from('<html><script>1</script>', (letter) => letter.charCodeAt(0))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', html))
    const ref = { ...disguised.ref, bytes: html.length, sha256: Buffer.from(hash).toString('hex') }
    expect(await bring(box, officer, id, 'passport', { content: html, ref })).toBe('refused')
    const active = paper('pdf', '<< /OpenAction << /S /J#61vaScript /JS (x) >> >>')
    expect(await bring(box, officer, id, 'passport', active)).toBe('refused')
    expect(await readPaper(box, officer, id, active.ref.fileId)).toBe('request.not-found')
    const chunks = await box.db.owner.select().from(fileChunks).where(eq(fileChunks.fileId, active.ref.fileId))
    expect(chunks).toEqual([])
    expect(await bring(box, officer, id, 'photo', paper('pdf'))).toEqual({ refused: 'document.wrong-kind' })
    const large = paper('jpeg', 100)
    const tooLarge = { ...large.ref, bytes: 2_097_153 }
    expect(await bring(box, officer, id, 'photo', { ...large, ref: tooLarge })).toEqual({
      refused: 'document.too-large',
    })
    const short = { ...paper('jpeg', 200), content: paper('jpeg', 100).content }
    expect(await bring(box, officer, id, 'photo', short)).toEqual({ refused: 'request.invalid' })
    expect(await itemOf(box, officer, id, 'passport')).toMatchObject({ state: 'missing', revision: 0 })
  })

  it('come in pieces, in any order, some of them twice; said again, the server says which are missing', async () => {
    const [id, officer] = [await student(), as('admission-officer')]
    const sent = paper('pdf', 250_000)
    const announce = () =>
      call(box.app, officer, documentUpload, { student_id: id, type: 'school-reports', file: sent.ref })
    const piece = (no: number) => call(box.app, officer, documentPiece, { student_id: id, ...pieceOf(sent, no) })
    await announce()
    await piece(2)
    await piece(2)
    expect((await announce()).body.file).toMatchObject({ state: 'awaited', missing: [0, 1] })
    const [one, two] = await Promise.all([piece(0), piece(1)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await announce()).body.file).toMatchObject({ state: 'complete', missing: [] })
    expect((await itemOf(box, officer, id, 'school-reports')).deeds).toHaveLength(1)
    const taken = { student_id: await student(), type: 'passport', file: sent.ref }
    expect((await call(box.app, officer, documentUpload, taken)).body.messageId).toBe('request.invalid')
  })

  it('of health are there for who decides about a child alone, in lists and counts as well', async () => {
    const [id, officer, registrar] = [await student(), as('admission-officer'), as('registrar')]
    const sick = paper('pdf', 'asthma', 'asthma.pdf')
    expect(await bring(box, officer, id, 'vaccination-record', sick)).toEqual({ refused: 'access.denied' })
    const counted = async (by: Caller) =>
      documentWork.reply.parse((await call(box.app, by, documentWork)).body).review.documents
    const before = [await counted(officer), await counted(registrar)]
    expect(await bring(box, registrar, id, 'vaccination-record', sick)).toBe('complete')
    for (const name of ['admission-officer', 'auditor']) {
      const seen = await itemOf(box, as(name), id, 'vaccination-record')
      expect(seen).toMatchObject({ isWithheld: true, state: 'uploaded', files: [], deeds: [], acts: [] })
      expect(JSON.stringify(await documentsOf(box, as(name), id))).not.toContain('asthma')
      expect(await readPaper(box, as(name), id, sick.ref.fileId)).toBe('access.denied')
    }
    expect(await decideAs(box, officer, id, ['vaccination-record', 'approve'])).toBe('access.denied')
    const opened = async () => {
      const asked = { filter: { group: 'sensitive' }, limit: 50 }
      const { entries } = auditList.reply.parse((await call(box.app, as('auditor'), auditList, asked)).body)
      return entries.filter(({ about }) => about?.id === id).map(({ what, by }) => [what, by?.name?.en])
    }
    expect(await opened()).toEqual([])
    expect(await readPaper(box, as('head'), id, sick.ref.fileId)).toContain('asthma')
    expect(await opened()).toEqual([['sensitive-document-read', 'head']])
    expect([await counted(officer), await counted(registrar)]).toEqual([before[0], Number(before[1]) + 1])
  })

  it('are one school’s, and only for those who may', async () => {
    const id = await student()
    const sent = paper('pdf')
    await bring(box, as('registrar'), id, 'passport', sent)
    const ask = async (by: Caller) => (await call(box.app, by, studentDocuments, { student_id: id })).body.messageId
    expect(await ask(as('stranger'))).toBe('request.not-found')
    expect(await ask(as('finance'))).toBe('access.denied')
    expect(await bring(box, as('stranger'), id, 'passport')).toEqual({ refused: 'request.not-found' })
    expect(await readPaper(box, as('stranger'), id, sent.ref.fileId)).toBe('request.not-found')
    expect(await readPaper(box, as('registrar'), await student(), sent.ref.fileId)).toBe('request.not-found')
    expect(await readPaper(box, as('finance'), id, sent.ref.fileId)).toBe('access.denied')
    for (const name of ['auditor', 'head', 'finance'])
      expect(await bring(box, as(name), id, 'photo', paper('jpeg'))).toEqual({ refused: 'access.denied' })
    const command = await commandFor(box, as('registrar'), id, ['passport', 'approve'], { day: '2031-01-01' })
    for (const name of ['auditor', 'head', 'finance']) expect(await send(box, as(name), command)).toBe('access.denied')
    expect(await send(box, as('stranger'), command)).toBe('request.not-found')
    const waive = await commandFor(box, as('registrar'), id, ['photo', 'waive'], { reason: 'not-needed' })
    expect(await send(box, as('admission-officer'), waive)).toBe('access.denied')
    expect(await send(box, as('head'), waive)).toMatchObject({ state: 'waived' })
  })

  it('open the step to confirmed only when each is approved, waived or promised, and shut it when a promise is over', async () => {
    const [id, registrar] = [await student(), as('registrar')]
    const hindered = async () =>
      (await fileOf(box, registrar, id)).moves
        .find(({ to }) => to === 'confirmed')
        ?.hindrances.includes('student.documents-open')
    const open = async () => (await documentsOf(box, registrar, id)).items.filter(({ isSettled }) => !isSettled)
    expect(await hindered()).toBe(true)
    const [first, second, ...rest] = (await open()).map(({ type }) => type)
    if (!first || !second) throw new Error('nothing is asked')
    await bring(box, registrar, id, first.code, paper('jpeg'))
    const day = first.hasExpiry ? { day: '2030-12-31' } : {}
    await decideAs(box, registrar, id, [first.code, 'approve'], day)
    expect(await decideAs(box, registrar, id, [second.code, 'undertake'], { day: '2030-05-03' })).toBe('document.day')
    await decideAs(box, registrar, id, [second.code, 'undertake'], { day: '2030-05-02' })
    for (const { code } of rest) {
      expect(await hindered()).toBe(true)
      expect(await decideAs(box, registrar, id, [code, 'waive'], { reason: 'not-needed' })).toMatchObject({
        state: 'waived',
      })
    }
    expect([await hindered(), (await documentsOf(box, registrar, id)).isSettled]).toEqual([false, true])
    box.clock.advance(61 * 86_400_000)
    callers['registrar'] = await signInAs(box, alnoor, `registrar${engine}`, ['registrar'])
    const later = await documentsOf(box, as('registrar'), id)
    expect(later.items.find(({ type }) => type.code === second.code)).toMatchObject({
      state: 'expired',
      isSettled: false,
    })
    const { revision } = (await fileOf(box, as('registrar'), id)).student
    const refused = await decide(box, as('registrar'), commandOn({ id, revision }, { kind: 'move', to: 'confirmed' }))
    expect(refused).toMatchObject({ refused: 'student.documents-open' })
  })

  it('are asked for by a list that the school sets, one after the other, and that keeps what students have', async () => {
    const admin = await signInAs(box, alnoor, 'setter', ['admin'])
    const { types, version } = documentTypes.reply.parse((await call(box.app, admin, documentTypes)).body)
    expect(version).toBe(0)
    const set = async (seen: number, list: unknown, commandId: string = crypto.randomUUID()) =>
      (await call(box.app, admin, setDocumentTypes, { seen, types: list, commandId })).body
    expect(
      await set(
        0,
        types.filter(({ code }) => code !== 'passport'),
      ),
    ).toMatchObject({ messageId: 'request.invalid' })
    expect(await set(0, [...types, ...types])).toMatchObject({ messageId: 'request.invalid' })
    const without = types.map((type) => (type.code === 'photo' ? { ...type, asked: [] } : type))
    expect(await set(0, without)).toMatchObject({ version: 1 })
    expect(await set(0, types)).toMatchObject({ messageId: 'document.changed' })
    // The same command again is answered as before, whatever was set since; with another list it is none.
    const again = crypto.randomUUID()
    const reordered = without.toReversed()
    expect(await set(1, reordered, again)).toMatchObject({ version: 2 })
    expect(await set(2, without)).toMatchObject({ version: 3 })
    expect(await set(1, reordered, again)).toMatchObject({ version: 2, types: reordered })
    expect(await set(1, without, again)).toMatchObject({ messageId: 'request.invalid' })
    const id = await student()
    expect((await documentsOf(box, admin, id)).items.map(({ type }) => type.code)).not.toContain('photo')
    expect(await set(3, types)).toMatchObject({ version: 4 })
    // What nobody has brought may be taken off the list altogether; it is asked of nobody then, and may come back.
    const custom = { ...types[0], code: 'swimming', label: { en: 'Swimming badge', ar: 'شارة السباحة' }, fields: [] }
    expect(await set(4, [...types, custom])).toMatchObject({ version: 5 })
    expect((await documentsOf(box, admin, id)).items.map(({ type }) => type.code)).toContain('swimming')
    expect(await set(5, types)).toMatchObject({ version: 6, types })
    expect((await documentsOf(box, admin, id)).items.map(({ type }) => type.code)).not.toContain('swimming')
    const files = await box.db.owner.select().from(submissionFiles)
    expect(files.every(({ submissionId }) => submissionId === null)).toBe(true)
  })
})
