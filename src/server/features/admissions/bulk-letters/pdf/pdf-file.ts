import { objectOf, type PdfParts, partOf, pointedAt } from './pdf-parts.ts'

/** PDF writer, object by object. */
export class PdfFile {
  readonly #pieces: Buffer[] = []
  /** Offset of each object, by number. */
  readonly #begins: number[] = []
  #length = 0
  #last: number

  /** @param kept numbers, from 1, reserved for objects written later */
  constructor(kept: number) {
    this.#last = kept
    // Four characters above 127 mark it as binary.
    this.#write('%PDF-1.7\n%\u0080\u0080\u0080\u0080\n')
  }

  nextNumber(): number {
    this.#last += 1
    return this.#last
  }

  /** Writes an object. @param content one character for each byte */
  object(no: number, content: string): void {
    this.#begins[no] = this.#length
    this.#write(`${no} 0 obj\n${content}\nendobj\n\n`)
  }

  /** Returns the whole file. @param id file identifier for programs, hex */
  end(catalog: number, properties: number, id: string): Uint8Array<ArrayBuffer> {
    const table = this.#length
    const rows = Array.from({ length: this.#last }, (_, at) => this.#begins[at + 1]).map((begin) =>
      begin === undefined ? '0000000000 65535 f \n' : `${String(begin).padStart(10, '0')} 00000 n \n`,
    )
    this.#write(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
    const ids = `/ID [<${id}> <${id}>]`
    this.#write(`trailer\n<< /Size ${rows.length + 1} /Root ${catalog} 0 R /Info ${properties} 0 R ${ids} >>\n`)
    this.#write(`startxref\n${table}\n%%EOF`)
    return Uint8Array.from(Buffer.concat(this.#pieces))
  }

  #write(text: string): void {
    const piece = Buffer.from(text, 'latin1')
    this.#pieces.push(piece)
    this.#length += piece.length
  }
}

/** Encodes a text in any script for a PDF. */
export const pdfText = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`.toUpperCase()

/** Structure of a letter's PDF, by object numbers. */
export interface PdfLetter {
  /** Page tree, and the number of pages. */
  tree: number
  pages: number
  first: number
  /** Root of the tags, and the topmost of them. */
  root: number
  tags: readonly number[]
  /** For each page, by its key, its tags. */
  parents: readonly { key: number; no: number }[]
  nextParent: number
  /** Names of table headers, each with its tag, unparsed. */
  ids: string
  /** Role map of non-standard tags. */
  roles: string
  language: string
  /** True if it declares PDF/UA-1. */
  isAccessible: boolean
}

/** Returns a letter's structure. @throws RangeError when the PDF is not built like our typesetter's */
export function letterOf(parts: PdfParts): PdfLetter {
  const { catalog } = parts
  if (/\/(?:Names|Dests|AcroForm) /.test(catalog)) throw new RangeError('a PDF with parts that nobody has put there')
  const tree = Number(partOf(catalog, /\/Pages (\d+) 0 R/))
  const root = Number(partOf(catalog, /\/StructTreeRoot (\d+) 0 R/))
  const { says } = objectOf(parts, root)
  const parents = partOf(says, /\/ParentTree <<\s+\/Nums \[([^\]]*)\]/)
  const about = objectOf(parts, Number(partOf(catalog, /\/Metadata (\d+) 0 R/))).stream
  return {
    tree,
    pages: Number(partOf(objectOf(parts, tree).says, /\/Count (\d+)/)),
    first: firstPage(parts, tree),
    root,
    tags: pointedAt(partOf(says, /\/K \[([^\]]*)\]/)),
    parents: [...parents.matchAll(/(\d+) (\d+) 0 R/g)].map(([, key, no]) => ({ key: Number(key), no: Number(no) })),
    nextParent: Number(partOf(says, /\/ParentTreeNextKey (\d+)/)),
    ids: /\/IDTree <<\s+\/Names \[([^\]]*)\]/.exec(says)?.[1] ?? '',
    roles: partOf(says, /\/RoleMap (<<[^>]*>>)/),
    language: partOf(catalog, /\/Lang \((\w+)\)/),
    isAccessible: about.includes('<pdfuaid:part>1</pdfuaid:part>'),
  }
}

function firstPage(parts: PdfParts, no: number): number {
  const { says } = objectOf(parts, no)
  if (says.includes('/Type /Page\n')) return no
  const [first] = pointedAt(partOf(says, /\/Kids \[([^\]]*)\]/))
  if (first === undefined) throw new RangeError('a PDF without a page')
  return firstPage(parts, first)
}

/** Returns all objects a letter needs within the combined file. */
export function neededBy(parts: PdfParts, { tree, root, tags, parents, ids }: PdfLetter): number[] {
  // The root of the tags is the combined file's.
  const seen = new Set([root])
  const waiting = [tree, ...tags, ...parents.map(({ no }) => no), ...pointedAt(ids)]
  for (let no = waiting.pop(); no !== undefined; no = waiting.pop()) {
    if (seen.has(no)) continue
    seen.add(no)
    waiting.push(...pointedAt(objectOf(parts, no).bare))
  }
  seen.delete(root)
  return [...seen].toSorted((a, b) => a - b)
}
