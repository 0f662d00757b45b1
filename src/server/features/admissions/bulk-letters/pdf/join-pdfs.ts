import { sha256Hex, sha256OfBytes } from '#shared/kernel/hash.ts'
import { letterOf, neededBy, PdfFile, type PdfLetter, pdfText } from './pdf-file.ts'
import { objectOf, outsideStrings, type PdfParts, pointedAt, readPdf } from './pdf-parts.ts'

interface About {
  title: string
  language: string
  /** True if every letter in it declares PDF/UA-1. */
  isAccessible: boolean
}

/** Returns the XMP metadata of a file; one character for each byte. */
function aboutWhole({ title, language, isAccessible }: About): string {
  const spaces = [
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
    ...(isAccessible ? ['xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'] : []),
  ]
  const said = [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    ...(isAccessible ? ['<pdfuaid:part>1</pdfuaid:part>'] : []),
    '<dc:format>application/pdf</dc:format><pdf:PDFVersion>1.7</pdf:PDFVersion>',
  ]
  const described = `<rdf:Description rdf:about="" ${spaces.join(' ')}>${said.join('')}</rdf:Description>`
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${described}</rdf:RDF>`
  const meta = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`
  const whole = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>${meta}<?xpacket end="r"?>`
  return Buffer.from(whole, 'utf8').toString('latin1')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Joined {
  /** Name in the outline. */
  name: string
  pages: number
  tree: number
  first: number
}

export interface JoinSettings {
  /** Printed on both sides: a letter with an odd number of pages is followed by an empty one, so that each begins on a new sheet. */
  isTwoSided: boolean
}

/** Shared objects of the combined file, by number. */
const whole = { catalog: 1, tree: 2, root: 3, document: 4, contents: 5, about: 6, properties: 7 }

/**
 * Concatenates PDFs of our typesetter: pages stay unchanged, byte for byte, and keep their tags, so that screen readers can read
 * all of them. The outline links to each.
 */
export class PdfJoin {
  readonly #settings: JoinSettings
  readonly #file = new PdfFile(Object.keys(whole).length)
  readonly #letters: Joined[] = []
  readonly #tags: number[] = []
  readonly #parents: string[] = []
  readonly #ids: string[] = []
  /** Streams used by several letters, such as a logo, by hash. */
  readonly #streams = new Map<string, number>()
  #nextParent = 0
  #roles = '<< >>'
  #language = 'en'
  #isAccessible = true

  constructor(settings: JoinSettings) {
    this.#settings = settings
  }

  /** Adds a PDF. @throws RangeError when it is not built like our typesetter's */
  add(pdf: Uint8Array, name: string): void {
    const parts = readPdf(pdf)
    const letter = letterOf(parts)
    const numbers = new Map([[letter.root, whole.document]])
    const isNew = neededBy(parts, letter).filter((no) => this.#place(parts, no, numbers))
    const numberOf = (no: number) => numbers.get(no) ?? 0
    const moved = (says: string) => this.#moved(says, numberOf)
    for (const no of isNew) {
      const { says, stream } = objectOf(parts, no)
      this.#file.object(numberOf(no), asPart(moved(says), no, letter) + stream)
    }
    const { pages, tree, first, tags, parents, ids } = letter
    this.#tags.push(...tags.map(numberOf))
    this.#parents.push(...parents.map(({ key, no }) => `${key + this.#nextParent} ${numberOf(no)} 0 R`))
    if (ids !== '') this.#ids.push(moved(ids))
    this.#nextParent += letter.nextParent
    this.#roles = letter.roles
    this.#isAccessible &&= letter.isAccessible
    if (this.#letters.length === 0) this.#language = letter.language
    this.#letters.push({ name, pages, tree: numberOf(tree), first: numberOf(first) })
  }

  /** Numbers an object in the combined file. @returns whether it has to be written */
  #place(parts: PdfParts, no: number, numbers: Map<number, number>): boolean {
    const { says, bare, stream } = objectOf(parts, no)
    const key =
      stream !== '' && pointedAt(bare).length === 0 ? sha256OfBytes(Buffer.from(says + stream, 'latin1')) : undefined
    const known = key === undefined ? undefined : this.#streams.get(key)
    const number = known ?? this.#file.nextNumber()
    numbers.set(no, number)
    if (key !== undefined) this.#streams.set(key, number)
    return known === undefined
  }

  /** Rewrites an object with the combined file's numbers and names. */
  #moved(says: string, numberOf: (no: number) => number): string {
    const prefix = `(L${String(this.#letters.length + 1).padStart(5, '0')}`
    return outsideStrings(
      says,
      (text) =>
        text
          .replaceAll(/(\d+) 0 R\b/g, (_, no) => `${numberOf(Number(no))} 0 R`)
          .replaceAll(/(\/StructParents?) (\d+)/g, (_, key, no) => `${key} ${Number(no) + this.#nextParent}`),
      (string) => (/^\(U\d+x\d+y\d+\)$/.test(string) ? prefix + string.slice(1) : string),
    )
  }

  /** Finishes the file. @param title of the combined file, in its properties and its window */
  end(title: string): Uint8Array<ArrayBuffer> {
    const file = this.#file
    const trees = this.#letters.flatMap(({ tree, pages }) =>
      this.#settings.isTwoSided && pages % 2 === 1 ? [tree, this.#emptyPage()] : [tree],
    )
    const added = trees.length - this.#letters.length
    const pages = this.#letters.reduce((sum, letter) => sum + letter.pages, added)
    file.object(whole.tree, `<< /Type /Pages /Count ${pages} /Kids [${pointing(trees)}] >>`)
    const ids = this.#ids.length > 0 ? `/IDTree << /Names [${this.#ids.join(' ')}] >>` : ''
    const parents = `/ParentTree << /Nums [${this.#parents.join(' ')}] >> /ParentTreeNextKey ${this.#nextParent}`
    const tags = `/RoleMap ${this.#roles} /K [${whole.document} 0 R] ${parents} ${ids}`
    file.object(whole.root, `<< /Type /StructTreeRoot ${tags} >>`)
    const document = `/S /Document /P ${whole.root} 0 R /K [${pointing(this.#tags)}]`
    file.object(whole.document, `<< /Type /StructElem ${document} >>`)
    this.#writeContents()
    const about = aboutWhole({ title, language: this.#language, isAccessible: this.#isAccessible })
    file.object(whole.about, `<< /Type /Metadata /Subtype /XML /Length ${about.length} >>\nstream\n${about}\nendstream`)
    file.object(whole.properties, `<< /Title ${pdfText(title)} >>`)
    const view = '/MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >>'
    const points = `/Pages ${whole.tree} 0 R /StructTreeRoot ${whole.root} 0 R /Outlines ${whole.contents} 0 R /Metadata ${whole.about} 0 R`
    file.object(whole.catalog, `<< /Type /Catalog ${points} /Lang (${this.#language}) ${view} >>`)
    return file.end(whole.catalog, whole.properties, sha256Hex([...this.#streams.keys()].join(' ')))
  }

  #emptyPage(): number {
    const no = this.#file.nextNumber()
    const size = '/MediaBox [0 0 595.2756 841.8898]'
    this.#file.object(no, `<< /Type /Page /Parent ${whole.tree} 0 R /Resources << >> ${size} >>`)
    return no
  }

  #writeContents(): void {
    const numbers = this.#letters.map(() => this.#file.nextNumber())
    const [first = 0] = numbers
    const ends = `/First ${first} 0 R /Last ${numbers.at(-1) ?? first} 0 R /Count ${numbers.length}`
    this.#file.object(whole.contents, `<< /Type /Outlines ${ends} >>`)
    this.#letters.forEach((letter, at) => {
      const before = at > 0 ? `/Prev ${numbers[at - 1]} 0 R` : ''
      const after = at < numbers.length - 1 ? `/Next ${numbers[at + 1]} 0 R` : ''
      const leads = `/Title ${pdfText(letter.name)} /Dest [${letter.first} 0 R /XYZ null null null]`
      this.#file.object(numbers[at] ?? 0, `<< /Parent ${whole.contents} 0 R ${before} ${after} ${leads} >>`)
    })
  }
}

/** Embeds a letter's page tree and topmost tags in the combined file. */
function asPart(says: string, no: number, { tree, tags, language }: PdfLetter): string {
  if (no === tree) return says.replace(/^<</, `<<\n  /Parent ${whole.tree} 0 R`)
  if (!tags.includes(no)) return says
  const tongue = says.includes('/Lang ') ? '' : `\n  /Lang (${language})`
  return says.replace('/S /Document', '/S /Part').replace(/^<</, `<<${tongue}`)
}

const pointing = (numbers: readonly number[]): string => numbers.map((no) => `${no} 0 R`).join(' ')
