import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuedLetters } from '#server/features/letters/issue/letter.table.ts'
import { printDue } from '#server/features/letters/issue/print-worker.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { consentPdf } from '#shared/letters/issued-letter.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { fileFrom, verifies } from '#tests/support/letters/letters-made.ts'
import { askGuardian, decision, openBy, publishConsents, signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }

describe.each(engines)('what a guardian has decided, on paper, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let visitor: TestVisitor
  let typesetter: ForkedTypesetter

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    await publishConsents(box, alnoor)
    await makeSchool(box, 'manara')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    visitor = await makeVisitor(box, alnoor, 8)
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const pdf = (token: string, from = family) => fileFrom(box, from, consentPdf, { token, language: 'en' })
  const decide = async (requestId: string, answers: Record<string, boolean>, more: object = {}) => {
    box.clock.advance(1000)
    await visitor.push([visitor.op('consent.decide', decision(box, requestId, answers, more))])
  }
  const codes = async () => {
    const rows = await box.db.owner.select().from(issuedLetters)
    return rows.map(({ blocks }) => blocks.verification?.url.split('/').at(-1) ?? '')
  }

  it('is issued once for each decision, with the signature as it was drawn; a later one takes its place', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    expect((await pdf(token)).refused).toBe('request.not-found')
    const strokes = [[10, 10, 300, 200, 500, 100]]
    await decide(request.id, { photos: true, trips: false }, { signature: { kind: 'drawn', strokes } })
    const [first, same] = [await pdf(token), await pdf(token)]
    expect(hashOf(first.bytes)).toBe(hashOf(same.bytes))
    const text = await pdfText(first.bytes)
    for (const words of ['Hind', 'Sara', 'photos', 'Agreed', 'Notagreed']) expect(text).toContain(words)
    const [code = ''] = await codes()
    expect(await codes()).toHaveLength(1)
    expect(await verifies(box, family, code)).toMatchObject({ standing: 'valid', kind: 'consent-form' })
    await decide(request.id, { photos: false }, { signature: null })
    expect(await verifies(box, family, code)).toMatchObject({ standing: 'superseded' })
    const later = await pdf(token)
    expect(await pdfText(later.bytes)).not.toMatch(/(?<!Not)Agreed/)
    expect(await verifies(box, family, (await codes())[1] ?? '')).toMatchObject({ standing: 'valid' })
  })

  it('is opened by its own link alone', async () => {
    const { token } = await askGuardian(box, officer)
    expect((await pdf(token, { school: 'manara' })).refused).toBe('link.over')
    expect((await pdf(token.slice(1))).refused).toBe('link.over')
  })

  it('is not there where no paper is made, and its hash is kept soon after where it is', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await decide(request.id, { photos: true, trips: true })
    box.deps.typesetter = undefined
    expect(await pdf(token)).toMatchObject({ status: 503, refused: 'letter.not-made' })
    box.deps.typesetter = typesetter
    expect(await printDue(box.deps, alnoor.schoolId)).toBe(1)
    expect(await printDue(box.deps, alnoor.schoolId)).toBe(0)
    expect((await pdf(token)).status).toBe(200)
  })
})
