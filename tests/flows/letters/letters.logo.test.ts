import { inflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { getDocumentProxy } from 'unpdf'
import { OPS } from 'unpdf/pdfjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanLogo } from '#server/features/school/logo/clean-logo.service.ts'
import { issuedLetters } from '#server/features/letters/issue/letter.table.ts'
import { defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { letterLogos } from '#server/features/letters/templates/letter-logo.table.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { letterJobs, startLetterJob } from '#shared/admissions/letter-job.contract.ts'
import { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { readLetterLogo, removeLetterLogo, setLetterLogo } from '#shared/letters/letter-logo.contract.ts'
import { previewLetter } from '#shared/letters/letter-template.contract.ts'
import { end, goodLogo, header, pixels, pngOf, rows } from '#tests/support/checks/png-made.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { hashOf, sampleLetter } from '#tests/support/letters/letter-press.ts'
import { lettersOf, pdfByLink, pdfForStaff } from '#tests/support/letters/letters-made.ts'
import { countSeats, kg1, linkOf, offerTo, openOffer, parseOfferDraft } from '#tests/support/records/offers-made.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const dot = rows(1, 1, () => [1, 2, 3, 255])
const zip = Buffer.from('504b0304140000000000', 'hex')
const exif = { name: 'eXIf', content: Buffer.from('GPSLatitude 25.2854') }
const hidden = { name: 'tEXt', content: Buffer.from('Author\0Hind') }
const jpeg = Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), Buffer.from('Exif GPSLatitude'), zip])

/** What must not become a logo, and why it does not. */
const hostile: Record<string, [reason: string, bytes: Buffer]> = {
  'a PNG that is cut off': ['broken', goodLogo().subarray(0, -20)],
  'a PNG without its end': ['broken', pngOf(header(1, 1), pixels(dot))],
  'a wrong sum of a chunk': ['broken', pngOf(header(1, 1), { ...pixels(dot), crc: 1 }, end)],
  'a bomb of pixels': ['broken', pngOf(header(1, 1), pixels(Buffer.alloc(100_000_000)), end)],
  'too few pixels': ['broken', pngOf(header(100, 100), pixels(dot), end)],
  'a stream that is none': ['broken', pngOf(header(1, 1), { name: 'IDAT', content: Buffer.alloc(64, 7) }, end)],
  // Browsers draw it small: taken apart here it would cost seconds.
  'a size of 4,000 pixels': ['pixels', pngOf(header(4000, 4000, { depth: 16 }), pixels(dot), end)],
  'a size of 30,000 pixels': ['pixels', pngOf(header(30_000, 30_000), pixels(dot), end)],
  'a size beyond all numbers': ['pixels', pngOf(header(0xffffffff, 1), pixels(dot), end)],
  'a size of none': ['broken', pngOf(header(0, 0), pixels(dot), end)],
  'a filter that there is none of': ['broken', pngOf(header(1, 1), pixels(Buffer.from([9, 1, 2, 3, 4])), end)],
  'a colour that the palette lacks': [
    'broken',
    pngOf(header(1, 1, { colour: 3 }), { name: 'PLTE', content: Buffer.alloc(3) }, pixels(Buffer.from([0, 7])), end),
  ],
  'a chunk that must be known': ['broken', pngOf(header(1, 1), { name: 'EVIL', content: zip }, pixels(dot), end)],
  'two headers': ['broken', pngOf(header(1, 1), header(9, 9), pixels(dot), end)],
  'pixels in passes': ['broken', pngOf(header(1, 1, { passes: 1 }), pixels(dot), end)],
  'an SVG with a script': [
    'kind',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  'HTML under the name of a PNG': ['kind', Buffer.from('<!doctype html><script>alert(1)</script>')],
  'a JPEG with a ZIP behind it': ['kind', jpeg],
  nothing: ['kind', Buffer.alloc(0)],
  'three megabytes less a little': ['bytes', Buffer.alloc(2 * 1024 * 1024 + 1)],
}

describe.each(engines)('the logo of letters, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let manara: Caller
  let typesetter: ForkedTypesetter
  let submissionId: string

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    manara = await signInAs(box, await makeSchool(box, 'manara'), 'theirs', ['registrar'])
    submissionId = await makeApplication(box, alnoor)
    await countSeats(box, alnoor, kg1, 5)
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const now = async (of: Caller = registrar) =>
    readLetterLogo.reply.parse((await call(box.app, of, readLetterLogo)).body)
  const set = (seen: number, png: Uint8Array) =>
    call(box.app, registrar, setLetterLogo, { seen, png: Buffer.from(png).toString('base64') })
  const issued = async (): Promise<string> => {
    const [student] = await makeStudents(box, alnoor, 1, () => ({
      id: crypto.randomUUID(),
      status: 'waiting',
      submissionId,
    }))
    const id = student?.id ?? ''
    const asked = { kind: 'waiting-list', whom: { ids: [id] }, commandId: crypto.randomUUID() }
    const { job } = startLetterJob.reply.parse((await call(box.app, registrar, startLetterJob, asked)).body)
    const state = async () =>
      letterJobs.reply.parse((await call(box.app, registrar, letterJobs)).body).jobs.find((each) => each.id === job.id)
        ?.state
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
    return id
  }
  const paperOf = async (studentId: string) => {
    const [letter] = await lettersOf(box, registrar, studentId)
    return hashOf((await pdfForStaff(box, registrar, studentId, letter?.id ?? '')).bytes)
  }

  it.each(Object.entries(hostile))('is not %s', async (_, [reason, bytes]) => {
    const { status, body } = await set(0, bytes)
    expect([status, body['messageId'], body['field']]).toEqual([400, 'letter.logo-refused', reason])
    expect(await now()).toEqual({ version: 0, png: null, changed: null })
  })

  it('is written again: its pixels stay, and nothing else of the file', async () => {
    const carried = Buffer.concat([goodLogo(180, exif, hidden), zip])
    expect((await set(0, carried)).body).toMatchObject({ version: 1 })
    const kept = Buffer.from((await now()).png ?? '', 'base64')
    for (const word of ['GPS', 'Hind', 'PK', 'eXIf', 'tEXt']) expect(kept.includes(word)).toBe(false)
    expect(kept.subarray(16, 29).toString('hex')).toBe('0000005a0000003c0806000000')
    const length = kept.readUInt32BE(33)
    const raw = inflateSync(kept.subarray(41, 41 + length))
    const above = raw.subarray(29 * 361, 30 * 361)
    expect([raw.length, above[0]]).toEqual([361 * 60, 2])
    // The same again, and the same without what it carried, is no other version.
    expect((await set(0, goodLogo())).body).toMatchObject({ version: 1 })
    expect(await now(manara)).toMatchObject({ version: 0, png: null })
  })

  it('is changed by one at a time, taken away as a version, and noted', async () => {
    const late = await set(0, goodLogo(99))
    expect(late).toMatchObject({ status: 409, body: { messageId: 'form.edit-conflict' } })
    expect((await call(box.app, registrar, removeLetterLogo, { seen: 1 })).body).toMatchObject({ version: 2 })
    expect((await call(box.app, registrar, removeLetterLogo, { seen: 1 })).body).toMatchObject({ version: 2 })
    expect(await now()).toMatchObject({ version: 2, png: null, changed: { by: { en: 'registrar' } } })
    const rows = await box.db.owner.select().from(letterLogos)
    expect(rows.map(({ version, png }) => [version, png === null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it('stands on what is issued with it, for ever', async () => {
    const plain = await issued()
    const before = await paperOf(plain)
    await set(2, goodLogo(180))
    const [first, preview] = [
      await issued(),
      await call(box.app, registrar, previewLetter, {
        letter: 'waiting-list',
        template: defaultLetters['waiting-list'],
        student_id: null,
      }),
    ]
    const drawn = String(preview.body['svg']).matchAll(/data:image\/svg\+xml;base64,([^"]+)/g)
    const inside = [...drawn].map(([, data = '']) => Buffer.from(data, 'base64').toString()).join('')
    expect(inside).toContain('data:image/png;base64,')
    const red = await paperOf(first)
    await set(3, goodLogo(20))
    const second = await issued()
    const dark = await paperOf(second)
    await call(box.app, registrar, removeLetterLogo, { seen: 4 })
    expect([await paperOf(plain), await paperOf(first), await paperOf(second)]).toEqual([before, red, dark])
    const kept = await box.db.owner.select().from(issuedLetters).where(eq(issuedLetters.studentId, first))
    expect(kept.map(({ logoVersion, blocks }) => [logoVersion, blocks.letterhead?.logo])).toEqual([[3, null]])
    const [letter] = await lettersOf(box, registrar, first)
    expect(letter?.withoutLogo).toBe(false)
  })

  it('stands on the page and on the paper of an offer, as it was when the offer went out', async () => {
    await set(5, goodLogo(140))
    const kept = (await now()).png
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const student = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const { emails } = await offerTo(box, registrar, student, parseOfferDraft({ expiresOn }))
    const token = await linkOf(box, emails[0] ?? '')
    const seen = async () => {
      const { offer } = OfferPage.parse(await openOffer(box, family, token))
      const { bytes } = await pdfByLink(box, family, token)
      const document = await getDocumentProxy(Uint8Array.from(bytes))
      const { fnArray } = await (await document.getPage(1)).getOperatorList()
      const pictures = fnArray.filter((operator) => operator === OPS.paintImageXObject).length
      return { logo: offer?.document.letterhead?.logo, hash: hashOf(bytes), pictures }
    }
    const before = await seen()
    expect(before).toMatchObject({ logo: { format: 'png', data: kept }, pictures: 1 })
    await set(6, goodLogo(60))
    expect(await seen()).toEqual(before)
    await call(box.app, registrar, removeLetterLogo, { seen: 7 })
    expect(await seen()).toEqual(before)
  })
})

it('holds up nobody else at the server while it is worked on, however large', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const [side, bytes] = [1000, 8000]
  const even = pngOf(header(side, side, { depth: 16 }), pixels(Buffer.alloc(side * (bytes + 1), 4)), end)
  // Its rows say that each is told from its neighbours: the most work there is.
  const written = await cleanLogo(even)
  clearImmediate(next)
  expect(written.length).toBeLessThanOrEqual(200_000)
  // Half a megabyte of the eight at once, and the writing in pieces too.
  expect(turns).toBeGreaterThan(16)
  await expect(cleanLogo(pngOf(header(side, side + 1), pixels(dot), end))).rejects.toMatchObject({ field: 'pixels' })
})

it('gives the same bytes from the machine’s compiler and from WebAssembly, as ever, and is told in both languages', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const presses = [new ForkedTypesetter(log, { size: 1 }), new ForkedTypesetter(log, { size: 1, engine: 'wasm' })]
  const letter = sampleLetter('waiting-list', 'both')
  const logo = { format: 'png' as const, data: goodLogo().toString('base64') }
  const marked = { ...letter, letterhead: letter.letterhead && { ...letter.letterhead, logo } }
  const made = await Promise.all(presses.map((press) => press.typeset(marked, 'marked')))
  await Promise.all(presses.map((press) => press.close()))
  expect(made.map(({ pdf, withoutLogo }) => [hashOf(pdf), withoutLogo])).toEqual([
    [goldenHash, false],
    [goldenHash, false],
  ])
  const document = await getDocumentProxy(Uint8Array.from(made[0]?.pdf ?? []))
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  expect(tree).toContain(`"alt":"${letter.school.en} · ${letter.school.ar}"`)
})

const goldenHash = 'eba9716f54bdb8422d53362336f5d342f82b00bb284717db9db1a10828b28b46'
