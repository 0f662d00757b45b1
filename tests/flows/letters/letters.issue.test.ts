import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { issuedLetters, letterEnds, letterPrints } from '#server/features/letters/issue/letter.table.ts'
import { printLetters } from '#server/features/letters/issue/print-letter.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { codeOf, lettersOf, pdfByLink, pdfForStaff, verifies } from '#tests/support/letters/letters-made.ts'
import {
  answerBy,
  countSeats,
  declines,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const unknown = { standing: 'unknown', kind: null, issuedOn: null, isSameFile: null }

describe.each(engines)('a letter that was issued, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let typesetter: ForkedTypesetter

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await countSeats(box, alnoor, kg1, 500)
    await makeSchool(box, 'manara')
    await staySignedIn(box)
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const offered = async (more: Parameters<typeof parseOfferDraft>[0] = {}) => {
    box.clock.advance(1)
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const { emails } = await offerTo(box, registrar, made, parseOfferDraft({ expiresOn, ...more }))
    const tokens: string[] = []
    for (const email of emails) tokens.push(await linkOf(box, email))
    return { id: made.id, token: tokens[0] ?? '', tokens }
  }

  it('is there as soon as its offer is out, with the same bytes for family and staff, today and from WebAssembly', async () => {
    const { id, token } = await offered()
    const [before] = await lettersOf(box, registrar, id)
    expect(before).toMatchObject({ kind: 'offer-letter', version: 1, standing: 'valid', sha256: null })
    const given = await pdfByLink(box, family, token)
    expect(given.status).toBe(200)
    expect(await pdfText(given.bytes)).toContain('SaraHaddad')
    expect(await pdfText(given.bytes)).toMatch(/Reference(\w{4}-){2}1/)
    const letters = await lettersOf(box, registrar, id)
    expect(letters).toMatchObject([{ sha256: hashOf(given.bytes), by: { name: { en: 'registrar' } }, differs: false }])
    expect(hashOf((await pdfForStaff(box, registrar, id, before?.id ?? '')).bytes)).toBe(hashOf(given.bytes))
    const [row] = await box.db.owner.select().from(issuedLetters).where(eq(issuedLetters.studentId, id))
    if (!row) throw new Error('no letter')
    const wasm = new ForkedTypesetter(box.deps.log, { engine: 'wasm', size: 1 })
    const again = await wasm.typeset(row.blocks, 'again')
    await wasm.close()
    expect(hashOf(again.pdf)).toBe(hashOf(given.bytes))
  })

  it('is made by the edition of the template that it was issued by', async () => {
    const { id, token } = await offered()
    const now = hashOf((await pdfByLink(box, family, token)).bytes)
    const [row] = await box.db.owner.select().from(issuedLetters).where(eq(issuedLetters.studentId, id))
    if (!row) throw new Error('no letter')
    const earlier = { ...row, id: crypto.randomUUID(), codeHash: hashOf(Buffer.from(id)), version: 2, edition: 1 }
    await box.db.owner.insert(issuedLetters).values(earlier)
    const [paper] = await printLetters({ deps: box.deps, school: alnoor }, [earlier])
    const first = await typesetter.typeset(row.blocks, 'first', 1)
    expect(hashOf(paper ?? new Uint8Array())).toBe(hashOf(first.pdf))
    expect(hashOf(first.pdf)).not.toBe(now)
  })

  it('comes under a name in any script, and nobody on the way keeps it or runs it', async () => {
    const { token } = await offered({ signers: [{ name: 'هند', email: 'pdf@home.example', language: 'ar' }] })
    const { headers } = await pdfByLink(box, family, token)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\w .()-]+\.pdf"; filename\*=UTF-8''/)
    const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')
    expect(name).toMatch(/[\u0600-\u06ff].*\.pdf$/)
    expect(name).not.toContain('Sara')
  })

  it('is verified by its code, typed as people type, and tells nothing of the child; a file is held against it', async () => {
    const { token } = await offered()
    const code = await codeOf(box, family, token)
    const { bytes } = await pdfByLink(box, family, token)
    const valid = { standing: 'valid', kind: 'offer-letter', issuedOn: '2030-03-03', isSameFile: null }
    expect(await verifies(box, family, code)).toEqual(valid)
    const spoken = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)} ${code.slice(8)}`
    expect(await verifies(box, family, spoken, hashOf(bytes))).toEqual({ ...valid, isSameFile: true })
    expect(await verifies(box, family, code, hashOf(bytes.slice(1)))).toEqual({ ...valid, isSameFile: false })
    expect(await verifies(box, { school: 'manara' }, code)).toEqual(unknown)
    expect(await verifies(box, family, `${code.slice(1)}2`, hashOf(bytes))).toEqual(unknown)
  })

  it('is issued again with all signatures once everybody has signed; the one before holds no more', async () => {
    const signers: OfferRequest['signers'] = [
      { name: 'Hind Signs', email: `h${engine}@home.example`, language: 'en' },
      { name: 'Omar Draws', email: `o${engine}@home.example`, language: 'en' },
    ]
    const { id, token, tokens } = await offered({ signers })
    const first = await codeOf(box, family, token)
    await answerBy(box, family, token, signs)
    expect(await lettersOf(box, registrar, id)).toHaveLength(1)
    expect(await pdfText((await pdfByLink(box, family, token)).bytes)).not.toContain('HindAlMana')
    const strokes = [[10, 10, 300, 200, 500, 100]]
    await answerBy(box, family, tokens[1] ?? '', { kind: 'sign', signature: { kind: 'drawn', strokes } })
    const letters = await lettersOf(box, registrar, id)
    expect(letters.map(({ version, standing, by }) => [version, standing, by === null])).toEqual([
      [2, 'valid', true],
      [1, 'superseded', false],
    ])
    const text = await pdfText((await pdfByLink(box, family, token)).bytes)
    for (const name of ['HindAlMana', 'OmarDraws']) expect(text).toContain(name)
    const second = await codeOf(box, family, token)
    expect(await verifies(box, family, first)).toMatchObject({ standing: 'superseded', isNowSigned: true })
    expect(await verifies(box, family, second)).toMatchObject({ standing: 'valid' })
    await answerBy(box, family, token, { kind: 'withdraw', reason: 'moving' })
    expect(await verifies(box, family, second)).toMatchObject({ standing: 'withdrawn' })
    expect(await verifies(box, family, first)).toMatchObject({ standing: 'superseded' })
    expect((await pdfByLink(box, family, token)).refused).toBe('offer.over')
  })

  it('is replaced by that of the next offer, and opened by the link of its own child alone', async () => {
    const { id, token } = await offered()
    const code = await codeOf(box, family, token)
    const { student } = await fileOf(box, registrar, id)
    expect((await pdfByLink(box, family, token, student.registration_id)).status).toBe(200)
    expect((await pdfByLink(box, family, token, 'K7M3PX9')).refused).toBe('link.over')
    expect((await pdfByLink(box, { school: 'manara' }, token)).refused).toBe('link.over')
    await offerTo(box, registrar, { id, revision: student.revision }, parseOfferDraft({ expiresOn: '2030-04-01' }))
    expect(await verifies(box, family, code)).toMatchObject({ standing: 'superseded' })
    expect(await verifies(box, family, code)).not.toHaveProperty('isNowSigned')
    expect((await pdfByLink(box, family, token)).refused).toBe('offer.over')
    const other = await offered()
    await answerBy(box, family, other.token, declines)
    expect(await lettersOf(box, registrar, other.id)).toMatchObject([{ standing: 'withdrawn' }])
  })

  it('says other days when its offer stood still, and the same words make no second letter', async () => {
    const { id } = await offered()
    const at = async () => {
      const { student } = await fileOf(box, registrar, id)
      return { id, revision: student.revision }
    }
    const hold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2030-06-01' } as const
    await step(box, registrar, await at(), hold)
    await step(box, registrar, await at(), { kind: 'move', to: 'offer-out' })
    expect(await lettersOf(box, registrar, id)).toHaveLength(1)
    await step(box, registrar, await at(), hold)
    box.clock.advance(3 * dayMs)
    await step(box, registrar, await at(), { kind: 'move', to: 'offer-out' })
    expect((await lettersOf(box, registrar, id)).map(({ standing }) => standing)).toEqual(['valid', 'superseded'])
  })

  it('is not issued, nor its offer sent, while something is missing that has to stand in it', async () => {
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: null, nameArabic: null })
    const { done } = await offerTo(box, registrar, made, parseOfferDraft({ expiresOn: '2030-04-01' }))
    expect(done).toMatchObject({ refused: 'letter.incomplete' })
    expect(await lettersOf(box, registrar, made.id)).toEqual([])
    expect((await fileOf(box, registrar, made.id)).student.status).toBe('shortlisted')
  })

  it('that comes out different is given to nobody: the record, the log and the list say so', async () => {
    const { id, token } = await offered()
    await pdfByLink(box, family, token)
    const [letter] = await lettersOf(box, registrar, id)
    const isThis = eq(letterPrints.letterId, letter?.id ?? '')
    await box.db.owner
      .update(letterPrints)
      .set({ sha256: '0'.repeat(64) })
      .where(isThis)
    expect(await pdfByLink(box, family, token)).toMatchObject({ status: 409, refused: 'letter.differs' })
    expect((await pdfForStaff(box, registrar, id, letter?.id ?? '')).refused).toBe('letter.differs')
    expect(await lettersOf(box, registrar, id)).toMatchObject([{ differs: true }])
    const noted = await box.db.owner.select().from(auditEvents).where(eq(auditEvents.what, 'letter-differs'))
    expect(noted.filter(({ recordId }) => recordId === id)).toHaveLength(1)
    expect(box.log.some(({ level, message }) => level === 'error' && message.includes('came out different'))).toBe(true)
  })

  it('is changed and taken away by nobody who serves a school', async () => {
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.delete(issuedLetters).returning()).toEqual([])
      expect(await tx.update(issuedLetters).set({ edition: 2 }).returning()).toEqual([])
      expect(await tx.update(letterPrints).set({ sha256: 'else' }).returning()).toEqual([])
      expect(await tx.delete(letterEnds).returning()).toEqual([])
    })
  })
})
