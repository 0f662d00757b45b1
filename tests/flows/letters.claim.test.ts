import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, it } from 'vitest'
import { letterData } from '#server/node/typesetter/letter-data.ts'
import { readLetterFonts } from '#server/node/typesetter/letter-fonts.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { ResolvedLetter } from '#shared/contract/letter.ts'
import { type LetterField, letterFields } from '#shared/rules/letter-fields.rules.ts'
import { pdfText } from '#tests/support/letter-pdf.ts'
import { keptLog, sampleLetter, tongues } from '#tests/support/letter-press.ts'
import { readyNames } from '#tests/support/letter-samples.ts'

const typesetter = new ForkedTypesetter(keptLog())
afterAll(() => typesetter.close())

const { NodeCompiler } = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu')
const source = readFileSync('src/server/node/typesetter/letter.typ', 'utf8')
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
    const text = await pdfText((await typesetter.typeset(sampleLetter(name, tongue), name)).pdf)
    expect(text).toContain('OFR-2026-00417')
    expect(text).toContain('+97440000000')
    if (name.includes('offer')) for (const amount of ['14,500.00', '38,730.50']) expect(text).toContain(amount)
  })

  it('has tags, languages and words for its pictures', async () => {
    const { pdf } = await typesetter.typeset(sampleLetter(name, 'both'), name)
    const document = await getDocumentProxy(Uint8Array.from(pdf))
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
    for (const role of ['"H1"', '"P"', '"Figure"']) expect(tree).toContain(role)
    expect(tree).toContain('"alt":"Al Noor International School"')
    expect(tree).toContain('"lang":"ar"')
  })
})

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
