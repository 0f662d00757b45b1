import { afterAll, expect, it } from 'vitest'
import { verificationOf } from '#server/features/letters/issue/letter-verification.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { pdfPages } from '#tests/support/letters/letter-pdf.ts'
import { keptLog, sampleLetter, tongues } from '#tests/support/letters/letter-press.ts'

const typesetter = new ForkedTypesetter(keptLog(), { size: 1 })
afterAll(() => typesetter.close())

type Block = ResolvedLetter['blocks'][number]
const pagesOf = async (letter: ResolvedLetter) => pdfPages((await typesetter.typeset(letter, 'pages')).pdf)
const counts = (from: number, to: number) => Array.from({ length: to - from }, (_, no) => from + no)
const said = (letter: ResolvedLetter, text: string) => letter.languages.map((lang) => ({ lang, runs: [{ text }] }))

it.each(tongues)('a table never ends with one row alone on its last page, in %s', async (tongue) => {
  const letter = sampleLetter('student-report', tongue)
  const table = letter.blocks.find((block) => block.kind === 'table') ?? expect.fail('no table')
  const broken = new Set<number>()
  for (const many of counts(14, 44)) {
    const rows = counts(1, many + 1).map((no) => ({
      ...table.rows[0],
      label: said(letter, `Row${no}.`),
      ...(no === many && { strong: true as const }),
    }))
    const pages = await pagesOf({ ...letter, blocks: [{ ...table, rows } as Block] })
    const last = pages.find((page) => page.includes(`Row${many}.`))
    expect(last).toContain(`Row${many - 1}.`)
    broken.add(pages.length)
  }
  expect(broken.size).toBeGreaterThan(1)
})

it.each(tongues)(
  'what verifies a letter is never alone on a page, nor without its signatures, in %s',
  async (tongue) => {
    const letter = sampleLetter('rejection', tongue)
    const verification = verificationOf('K7M3PX96K7M3', 'https://alnoor.example.school', letter.languages)
    const signed = letter.blocks.filter(({ kind }) => kind === 'signatures')
    const para = letter.blocks.find(({ kind }) => kind === 'para') ?? expect.fail('no paragraph')
    const broken = new Set<number>()
    for (const end of [[], signed])
      for (const many of counts(12, 34)) {
        const paras = counts(1, many + 1).map((no) => ({ ...para, said: said(letter, `Paragraph${no}.`) }) as Block)
        const pages = await pagesOf({ ...letter, verification, blocks: [...paras, ...end] })
        expect(pages.find((page) => page.includes('/verify/'))).toContain(`Paragraph${many}.`)
        broken.add(pages.length)
      }
    expect(broken.size).toBeGreaterThan(1)
  },
)

it.each(tongues)('no page begins with the line that closes a letter before its signature, in %s', async (tongue) => {
  const letter = sampleLetter('rejection', tongue)
  const signed = letter.blocks.filter(({ kind }) => kind === 'signatures')
  const para = letter.blocks.find(({ kind }) => kind === 'para') ?? expect.fail('no paragraph')
  const paraOf = (text: string) => ({ ...para, said: said(letter, text) }) as Block
  const broken = new Set<number>()
  for (const many of counts(24, 46)) {
    const paras = counts(1, many + 1).map((no) => paraOf(`Paragraph${no}.`))
    const pages = await pagesOf({ ...letter, blocks: [...paras, paraOf('Yours,'), ...signed] })
    expect(pages.find((page) => page.includes('Yours,'))).toContain(`Paragraph${many}.`)
    broken.add(pages.length)
  }
  expect(broken.size).toBeGreaterThan(1)
})

it.each(tongues)('a list goes on over the end of a page, each point whole, in %s', async (tongue) => {
  const letter = sampleLetter('offer-letter', tongue)
  const list = letter.blocks.find((block) => block.kind === 'list') ?? expect.fail('no list')
  const para = letter.blocks.find(({ kind }) => kind === 'para') ?? expect.fail('no paragraph')
  const points = counts(1, 7).map((no) => said(letter, `Begin${no}. ${'words that fill lines '.repeat(9)} End${no}.`))
  const broken = new Set<number>()
  for (const many of counts(12, 34)) {
    const paras = counts(1, many + 1).map((no) => ({ ...para, said: said(letter, `Paragraph${no}.`) }) as Block)
    const pages = await pagesOf({ ...letter, blocks: [...paras, { ...list, items: points }] })
    for (const no of counts(1, 7)) {
      const at = pages.filter((page) => page.includes(`Begin${no}.`) || page.includes(`End${no}.`))
      expect(at).toHaveLength(1)
    }
    broken.add(
      pages.findIndex((page) => page.includes('Begin6.')) - pages.findIndex((page) => page.includes('Begin1.')),
    )
  }
  expect(broken).toContain(1)
})
