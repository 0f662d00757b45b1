/** Object of a PDF, one character for each byte. */
export interface PdfObject {
  /** Content, and the same without its strings. */
  says: string
  bare: string
  /** Stream with its keywords; empty without one. */
  stream: string
}

/** Parsed PDF. */
export interface PdfParts {
  /** By object number. */
  objects: ReadonlyMap<number, PdfObject>
  catalog: string
}

/** Parses a PDF. @throws RangeError when it is not built like our typesetter's */
export function readPdf(pdf: Uint8Array): PdfParts {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const table = Number(partOf(text.slice(Math.max(0, text.lastIndexOf('startxref'))), /^startxref\s+(\d+)/))
  const entries = [...text.slice(table).matchAll(/(\d{10}) \d{5} ([nf])/g)]
  const begins = entries.flatMap(([, at, kind], no) => (kind === 'n' ? [{ no, at: Number(at) }] : []))
  const inOrder = begins.toSorted((a, b) => a.at - b.at)
  const objects = new Map(
    inOrder.map(({ no, at }, place) => [no, objectIn(text.slice(at, inOrder[place + 1]?.at ?? table), no)]),
  )
  const root = Number(partOf(text.slice(table), /\/Root (\d+) 0 R/))
  return { objects, catalog: objectOf({ objects }, root).says }
}

function objectIn(whole: string, no: number): PdfObject {
  const begin = `${no} 0 obj\n`
  const end = whole.lastIndexOf('endobj')
  if (!whole.startsWith(begin) || end < 0) throw new RangeError(`a PDF without its object ${no}`)
  const body = whole.slice(begin.length, end).trimEnd()
  const stream = body.startsWith('<<') ? body.indexOf('\nstream\n') : -1
  const says = stream < 0 ? body : body.slice(0, stream)
  return {
    says,
    bare: outsideStrings(
      says,
      (text) => text,
      () => '',
    ),
    stream: stream < 0 ? '' : body.slice(stream),
  }
}

/** Returns an object. @throws RangeError when missing */
export function objectOf({ objects }: Pick<PdfParts, 'objects'>, no: number): PdfObject {
  const found = objects.get(no)
  if (!found) throw new RangeError(`a PDF without its object ${no}`)
  return found
}

/** Returns the first group of an expression. @throws RangeError without a match */
export function partOf(text: string, what: RegExp): string {
  const [, found] = what.exec(text) ?? []
  if (found === undefined) throw new RangeError(`a PDF without ${what.source}`)
  return found
}

/** Returns the object numbers referenced in a text. */
export const pointedAt = (text: string): number[] => [...text.matchAll(/(\d+) 0 R\b/g)].map(([, no]) => Number(no))

type Change = (text: string) => string

/** Transforms the text outside strings, and strings including their brackets. */
export function outsideStrings(says: string, change: Change, changeString: Change = (text) => text): string {
  let changed = ''
  let from = 0
  for (let at = says.indexOf('('); at >= 0; at = says.indexOf('(', from)) {
    const end = endOfString(says, at)
    changed += change(says.slice(from, at)) + changeString(says.slice(at, end))
    from = end
  }
  return changed + change(says.slice(from))
}

/** Finds the end of a string; it may contain brackets, in pairs or escaped. @returns the end of the string that starts here */
function endOfString(says: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < says.length; at += 1) {
    if (says[at] === '\\') at += 1
    else if (says[at] === '(') depth += 1
    else if (says[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new RangeError('a PDF with a string that never ends')
}
