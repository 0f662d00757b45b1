import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PdfJoin } from '#server/features/admissions/bulk-letters/pdf/join-pdfs.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { pdfPages } from '#tests/support/letters/letter-pdf.ts'
import { hashOf, keptLog, sampleLetter, tongues } from '#tests/support/letters/letter-press.ts'
import { readyNames } from '#tests/support/letters/letter-samples.ts'

/** Every kind of letter in every language, and one whose logo is called like a part of a PDF. */
const letters = [
  ...readyNames.flatMap((name) => tongues.map((tongue) => sampleLetter(name, tongue))),
  sampleLetter('waiting-list', 'both', { 'school.name': 'Al Noor (12 0 R) \\ School' }),
]
const typesetter = new ForkedTypesetter(keptLog())
let papers: Uint8Array[]

beforeAll(async () => {
  papers = await Promise.all(letters.map(async (letter) => (await typesetter.typeset(letter, 'one')).pdf))
})
afterAll(() => typesetter.close())

function joined(some: readonly Uint8Array[], isTwoSided = false): Uint8Array<ArrayBuffer> {
  const join = new PdfJoin({ isTwoSided })
  some.forEach((paper, no) => join.add(paper, `Letter ${no + 1} · خطاب`))
  return join.end('All letters · كل الخطابات')
}

interface Tag {
  type?: string
  role?: string
  lang?: string
  children?: Tag[]
}

/** What each page begins with in its tree of tags. */
async function tagsOf(pdf: Uint8Array): Promise<Tag[]> {
  const document = await getDocumentProxy(Uint8Array.from(pdf))
  const tags: Tag[] = []
  for (let no = 1; no <= document.numPages; no += 1) {
    const tree: Tag = await (await document.getPage(no)).getStructTree()
    tags.push(tree.children?.[0] ?? {})
  }
  return tags
}

/** Everything below a tag, without the numbers of what it holds. */
const below = ({ children }: Tag): string => JSON.stringify(children).replaceAll(/"id":"[^"]*"/g, '')

describe('letters in one file to print', () => {
  it('are all there, page by page, each with its own page numbers and its own words', async () => {
    const whole = joined(papers)
    const pages = await pdfPages(whole)
    const single = (await Promise.all(papers.map(pdfPages))).flat()
    expect(pages.length).toBeGreaterThan(papers.length)
    expect(pages).toEqual(single)
    expect(hashOf(joined(papers))).toBe(hashOf(whole))
  })

  it('keep their tags, each as a part with its language, and words for pictures', async () => {
    const tags = await tagsOf(joined(papers))
    const single = (await Promise.all(papers.map(tagsOf))).flat()
    const parts = tags.map(({ role, children }) => (role === 'Document' ? (children?.[0] ?? {}) : {}))
    expect(new Set(parts.map(({ role }) => role))).toEqual(new Set(['Part']))
    expect(new Set(parts.map(({ lang }) => lang))).toEqual(new Set(['en', 'ar']))
    expect(parts.findIndex((part, no) => below(part) !== below(single[no] ?? {}))).toBe(-1)
    expect(below(parts.at(-1) ?? {})).toContain('Al Noor (12 0 R)')
  })

  it('are found by a list of contents, and claim to be accessible as long as each of them does', async () => {
    const whole = joined(papers.slice(0, 3))
    const document = await getDocumentProxy(Uint8Array.from(whole))
    expect((await document.getOutline()).map(({ title }) => title)).toEqual(
      [1, 2, 3].map((no) => `Letter ${no} · خطاب`),
    )
    expect((await document.getMetadata()).info).toMatchObject({ Title: 'All letters · كل الخطابات' })
    const claim = '<pdfuaid:part>1</pdfuaid:part>'
    expect(Buffer.from(whole).includes(claim)).toBe(true)
    const rare = sampleLetter('waiting-list', 'en', { 'student.name': { latin: 'Lê 汉', arabic: 'لي' } })
    const { pdf } = await typesetter.typeset(rare, 'rare')
    expect(Buffer.from(joined([...papers.slice(0, 3), pdf])).includes(claim)).toBe(false)
  })

  it('begin on a sheet of their own where both sides are printed', async () => {
    const single = await Promise.all(papers.map(pdfPages))
    const pages = await pdfPages(joined(papers, true))
    expect(pages).toEqual(single.flatMap((own) => (own.length % 2 === 1 ? [...own, ''] : own)))
  })

  it('keep what is the same in several once, and grow by no more than their own', () => {
    const [paper = new Uint8Array()] = papers
    const ten = joined(Array.from({ length: 10 }, () => paper))
    expect(ten.length).toBeLessThan(paper.length * 6)
  })

  it('are put where the table says, object by object', () => {
    const text = Buffer.from(joined(papers.slice(0, 4), true)).toString('latin1')
    const table = Number(/startxref\s+(\d+)/.exec(text.slice(-40))?.[1])
    const entries = [...text.slice(table).matchAll(/(\d{10}) \d{5} ([nf])/g)]
    expect(entries.length).toBeGreaterThan(300)
    const wrong = entries.filter(([, at, kind], no) => kind === 'n' && !text.startsWith(`${no} 0 obj`, Number(at)))
    expect(wrong).toEqual([])
  })

  it.each(['no PDF at all', '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<<>>\nstartxref\n9\n%%EOF'])(
    'are nothing else than what our typesetter makes: %j',
    (text) => {
      expect(() => joined([new TextEncoder().encode(text)])).toThrow(RangeError)
    },
  )
})
