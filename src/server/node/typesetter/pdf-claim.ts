interface Edit {
  at: number
  removed: number
  added: string
}

/**
 * Declares a tagged PDF as PDF/UA-1, byte for byte as the compiler does, in one place for both of its builds: the WebAssembly one
 * has no option for it. Its conditions are checked beforehand: every picture and signature has alternative text, no heading level
 * is skipped, and every character has a glyph.
 * @throws RangeError when the PDF is not built as expected
 */
export function claimAccessible(pdf: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  // One character for each byte.
  const text = bytes.toString('latin1')
  const found = (what: string, from: number) => {
    const at = text.indexOf(what, from)
    if (at < 0) throw new RangeError(`a PDF without ${what}`)
    return at
  }
  const meta = text.lastIndexOf('<x:xmpmeta')
  if (meta < 0) throw new RangeError('a PDF without a description of itself')
  const name = insert(found(' ><dc:', meta), '  xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"')
  const part = insert(found('</dc:language>', meta) + '</dc:language>'.length, '<pdfuaid:part>1</pdfuaid:part>')
  const lengthAt = text.lastIndexOf('/Length ', meta) + '/Length '.length
  const length = /^\d+/.exec(text.slice(lengthAt, lengthAt + 12))?.[0] ?? ''
  const grown = String(Number(length) + name.added.length + part.added.length)
  const catalog = text.lastIndexOf('/Type /Catalog')
  const viewer = found('    /Direction /', catalog)
  const title = insert(viewer, '    /DisplayDocTitle true\n')
  return applied(text, [{ at: lengthAt, removed: length.length, added: grown }, name, part, title])
}

const insert = (at: number, added: string): Edit => ({ at, removed: 0, added })

/** Applies the edits to the text and corrects the table of object offsets. */
function applied(text: string, edits: readonly Edit[]): Uint8Array<ArrayBuffer> {
  const inOrder = edits.toSorted((a, b) => a.at - b.at)
  const moved = (at: number) =>
    inOrder.reduce((sum, edit) => (edit.at < at ? sum + edit.added.length - edit.removed : sum), at)
  const start = text.lastIndexOf('startxref')
  const table = Number(/\d+/.exec(text.slice(start))?.[0])
  const pieces: string[] = []
  let at = 0
  for (const edit of inOrder) {
    pieces.push(text.slice(at, edit.at), edit.added)
    at = edit.at + edit.removed
  }
  pieces.push(text.slice(at, table))
  pieces.push(
    text
      .slice(table, start)
      .replaceAll(/(\d{10}) (\d{5}) n/g, (_, offset, generation) => `${pad(moved(Number(offset)))} ${generation} n`),
    text.slice(start).replace(String(table), String(moved(table))),
  )
  return Uint8Array.from(Buffer.from(pieces.join(''), 'latin1'))
}

const pad = (offset: number): string => String(offset).padStart(10, '0')
