import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, it } from 'vitest'
import { letterData } from '#server/node/typesetter/letter-data.ts'
import { readLetterFonts } from '#server/node/typesetter/letter-fonts.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { pdfPages, pdfText } from '#tests/support/letters/letter-pdf.ts'
import { keptLog, sampleLetter, tongues } from '#tests/support/letters/letter-press.ts'
import { readyNames } from '#tests/support/letters/letter-samples.ts'

const typesetter = new ForkedTypesetter(keptLog())
afterAll(() => typesetter.close())

const { NodeCompiler } = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu')
const source = readFileSync('src/server/node/typesetter/letter-3.typ', 'utf8')
const { regular, bold } = await readLetterFonts()
const compiler = NodeCompiler.create({
  workspace: mkdtempSync(join(tmpdir(), 'bawaba-test-')),
  fontArgs: [{ fontBlobs: [...regular, ...bold] }],
})

/** The document with the claim that the compiler itself makes, after its own check. @throws when it finds anything */
const checkedByCompiler = (letter: ResolvedLetter): Uint8Array => {
  const compiled = compiler.compile({ mainFileContent: source, inputs: { data: JSON.stringify(letterData(letter)) } })
  return compiler.pdf(compiled.result, { pdfStandard: 'ua-1' })
}

/**
 * What the document says of itself and how it is tagged, without what differs between a claim made by the compiler and ours: the
 * document's number, where its parts begin, the outlines of tables, which tags don't need, and the drawing itself, where the
 * compiler then writes the letters of a ligature another way.
 */
const saidIn = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/stream\n(?!<\?xpacket)[\s\S]*?endstream/g, '')
    .replaceAll(/\/Length \d+/g, '/Length')
    .replaceAll(/\n +\/A \[<<\n +\/O \/Layout\n +\/BBox \[[\d. -]+\]\n +>>\]/g, '')
    .replaceAll(/\n +\/BBox \[[\d. -]+\]/g, '')
    .replaceAll(/InstanceID>[^<]*</g, 'InstanceID><')
    .replace(/\nxref\n[\s\S]*$/, '')

/** What is read from left to right in every letter, and what must be found in one of its kind, without white space. */
const onEvery = ['+97440000000', 'admissions@alnoor.example', 'www.alnoor.example']
const shown: Readonly<Record<string, readonly string[]>> = {
  offer: ['OFR-2026-00417', '2027/28', '1,500.00', '14,500.00', '10,875.00', '980.50', '38,730.50', '2,500.00'],
  'consent-form': ['CNS-2026-0093'],
  'admission-form': ['K7M-3PX-9', '+97455123456', 'LaylaKhalidAl-Mansouri'],
  'student-report': ['20270417', 'B+', 'A-', '71'],
  'face-deletion': ['FCD-2026-0007'],
  'waiting-list': ['K7M-3PX-9', '2027/28'],
  rejection: ['K7M-3PX-9', '2027/28'],
}

/** Every value of a letter that is its own from left to right. */
function latinIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(latinIn)
  if (typeof value !== 'object' || value === null) return []
  if ('dir' in value && value.dir === 'ltr' && 'text' in value) return [String(value.text).replaceAll(/\s/g, '')]
  return Object.values(value).flatMap(latinIn)
}

describe.each(readyNames)('the document %s', (name) => {
  it.each(tongues)(
    'passes the compiler’s own check of PDF/UA-1 in %s, and claims it as the compiler does',
    async (tongue) => {
      const letter = sampleLetter(name, tongue)
      const { pdf } = await typesetter.typeset(letter, name)
      expect(saidIn(pdf)).toBe(saidIn(checkedByCompiler(letter)))
    },
  )

  it.each(tongues)('gives its references and amounts when text is taken out of it in %s', async (tongue) => {
    const letter = sampleLetter(name, tongue)
    const text = await pdfText((await typesetter.typeset(letter, name)).pdf)
    const said = [...new Set([...latinIn(letter), ...onEvery, ...(shown[name] ?? shown['offer'] ?? [])])]
    expect(said.filter((each) => !text.includes(each))).toEqual([])
  })

  it('has tags, languages and words for its pictures', async () => {
    const { pdf } = await typesetter.typeset(sampleLetter(name, 'both'), name)
    const document = await getDocumentProxy(Uint8Array.from(pdf))
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    const pages = Array.from({ length: document.numPages }, (_, no) => document.getPage(no + 1))
    const tree = JSON.stringify(await Promise.all(pages.map(async (page) => (await page).getStructTree())))
    for (const role of ['"H1"', '"P"', '"Figure"']) expect(tree).toContain(role)
    expect(tree).toContain('"alt":"Al Noor International School"')
    expect(tree).toContain('"lang":"ar"')
  })
})

it.each(tongues)(
  'has what a guardian signs on the page of the signatures, and no row on two pages, in %s',
  async (tongue) => {
    const said = tongue === 'ar' ? 'المعروض' : 'Iaccepttheplaceoffered'
    for (const name of readyNames.filter((each) => each.includes('offer'))) {
      const pages = await pdfPages((await typesetter.typeset(sampleLetter(name, tongue), name)).pdf)
      expect(pages).toHaveLength(2)
      for (const together of [said, 'KhalidAl-Mansouri']) expect(pages[1]).toContain(together)
      const row = pages.find((page) => page.includes('980.50')) ?? ''
      expect(row.slice(row.indexOf('980.50')).match(/2027/g)?.length).toBeGreaterThanOrEqual(tongue === 'both' ? 2 : 1)
    }
  },
)

it('finds each object where its table says it is', async () => {
  const { pdf } = await typesetter.typeset(sampleLetter('offer-letter', 'both'), 'offer-letter')
  const text = Buffer.from(pdf).toString('latin1')
  const table = Number(/startxref\s+(\d+)/.exec(text)?.[1])
  expect(text.slice(table, table + 4)).toBe('xref')
  const entries = [...text.slice(table).matchAll(/(\d{10}) \d{5} ([nf])/g)]
  expect(entries.length).toBeGreaterThan(30)
  entries.forEach(([, offset, kind], no) => {
    if (kind === 'n') expect(text.slice(Number(offset)).startsWith(`${no} 0 obj`)).toBe(true)
  })
})

describe('what was typed into a field', () => {
  const attack = '#read("/etc/passwd")*b*_i_$x$<l>@r[x]`r`\\u{41}= //{{x}}'
  const typed = Object.entries(letterFields)
    .filter(([, kind]) => kind === 'text' || kind === 'code' || kind === 'phone' || kind === 'name')
    .map(([code]) => code as LetterField)

  it.each(['offer-letter', 'consent-form', 'rejection'] as const)('comes out of %s as text', async (name) => {
    const hostile = Object.fromEntries(
      typed.map((field) => [field, letterFields[field] === 'name' ? { latin: attack, arabic: attack } : attack]),
    )
    for (const tongue of tongues) {
      const made = await typesetter.typeset(sampleLetter(name, tongue, hostile), name)
      expect(made).toMatchObject({ missingGlyphs: [], withoutLogo: false })
      const text = await pdfText(made.pdf)
      expect(text).not.toContain('root:')
      if (tongue === 'en') expect(text.split(attack.replaceAll(' ', '')).length).toBeGreaterThan(4)
    }
  })
})
