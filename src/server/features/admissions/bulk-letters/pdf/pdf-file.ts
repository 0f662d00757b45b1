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
