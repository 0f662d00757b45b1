import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinGlyphs } from '#client/features/letters/editor/blocks/join-glyphs.ts'
import { issuedLetters } from '#server/features/letters/issue/letter.table.ts'
import { defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { type LetterKind, letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import { previewLetter } from '#shared/letters/letter-template.contract.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { sampleLetter } from '#tests/support/letters/letter-press.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** The ready letter with one line more: words or a field, the same in both languages. */
const adding = (name: LetterKind, ...line: ({ text: string } | { field: LetterField })[]): LetterTemplate => ({
  ...defaultLetters[name],
  blocks: [...defaultLetters[name].blocks, { kind: 'para', layout: 'side', words: { en: line, ar: line } }],
})

describe('the picture of a draft', () => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let typesetter: ForkedTypesetter

  beforeAll(async () => {
    box = await openBox('pglite')
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const asked = (name: LetterKind, template: unknown, student_id: string | null = null) =>
    call(box.app, registrar, previewLetter, { letter: name, template, student_id })
  const drawn = async (...of: Parameters<typeof asked>) => {
    const { status, body } = await asked(...of)
    expect(status).toBe(200)
    return previewLetter.reply.parse(body)
  }

  it('is there for every letter, of a made-up family, and lacks nothing', async () => {
    for (const name of letterKinds) {
      const { svg, missing, isSample, missingGlyphs } = await drawn(name, defaultLetters[name])
      expect([name, svg?.slice(0, 4), missing, missingGlyphs, isSample]).toEqual([name, '<svg', [], [], true])
      // Every glyph that the typesetter draws is one that the editor joins to a path.
      expect([name, joinGlyphs(svg ?? '').match(/<(use|symbol)/)]).toEqual([name, null])
    }
    expect(await box.db.owner.select().from(issuedLetters)).toEqual([])
  })

  it('names what it is never filled with, and marks it; of a student it says what is known and no more', async () => {
    const never = await drawn('waiting-list', adding('waiting-list', { field: 'offer.deposit' }))
    expect(never.missing).toEqual(['offer.deposit'])
    expect(never.svg).toContain('#a1130a')
    // The compiler lays the white sheet of each page over the first.
    expect(never.svg).not.toContain('#ffffff" d=')
    const student = await makeStudent(box, alnoor, { status: 'waiting', nameLatin: 'Sara Haddad', grade: null })
    const line = [{ field: 'offer.grade' as const }]
    const known = await drawn('waiting-list', adding('waiting-list', ...line), student.id)
    expect(known).toMatchObject({ missing: ['guardian.name', 'offer.grade'], isSample: false })
    expect((await drawn('offer-letter', defaultLetters['offer-letter'], student.id)).missing).toEqual(['offer.grade'])
    const strange = await asked('waiting-list', defaultLetters['waiting-list'], crypto.randomUUID())
    expect(strange.status).toBe(404)
  })

  it('shows what is typed and runs none of it', async () => {
    const typed = '<script>alert(1)</script> #read("/etc/passwd") #panic() *bold* <label> `x` \\ $1$'
    const { svg } = await drawn('waiting-list', adding('waiting-list', { text: typed }))
    expect(svg).not.toMatch(/<script|<foreignObject|onload=|href="https?:/i)
    const none = await drawn('waiting-list', adding('waiting-list', { text: 'A panda: 🐼' }))
    expect(none.missingGlyphs).toEqual(['🐼'])
  })

  it('is refused for what no paper can be made of, and is a page where the server draws none', async () => {
    const { date } = defaultLetters['waiting-list'].blocks.findLast(({ kind }) => kind === 'signatures') as {
      date: object
    }
    const nobody = { kind: 'signatures', date, places: [] }
    const half = await asked('waiting-list', { ...defaultLetters['waiting-list'], blocks: [nobody] })
    expect(half.body['messageId']).toBe('form.not-ready')
    const native = box.deps.typesetter
    const wasm = new ForkedTypesetter(box.deps.log, { size: 1, engine: 'wasm' })
    box.deps.typesetter = wasm
    const page = await drawn('waiting-list', defaultLetters['waiting-list'])
    // The paragraph with the school's phone and email is left out: this school has given neither.
    expect([page.svg, page.page?.blocks.length]).toEqual([null, 7])
    box.deps.typesetter = undefined
    const { page: shown } = await drawn('waiting-list', defaultLetters['waiting-list'])
    // A made-up family, at the school whose letter it is.
    expect(JSON.stringify(shown)).toContain('School alnoor')
    expect(JSON.stringify(shown)).not.toContain('Al Noor')
    box.deps.typesetter = native
    await wasm.close()
  })

  it('comes before the paper of letters that wait', async () => {
    const letter = sampleLetter('waiting-list', 'both')
    const order: string[] = []
    const papers = [1, 2, 3].map((no) => typesetter.typeset(letter, `${no}`).then(() => order.push('paper')))
    await typesetter.draw(letter, 'picture').then(() => order.push('picture'))
    await Promise.all(papers)
    expect(order.indexOf('picture')).toBe(1)
  })
})
