/** A PDF that is written object by object. */
export class PdfFile {
  readonly #pieces: Buffer[] = []
  /** Where each object begins, by its number. */
  readonly #begins: number[] = []
  #length = 0
  #last: number

  /** @param kept so many numbers, from 1, are for objects that are written later */
  constructor(kept: number) {
    this.#last = kept
    // Four characters above 127 say that it is not a text.
    this.#write('%PDF-1.7\n%\u0080\u0080\u0080\u0080\n')
  }

  nextNumber(): number {
    this.#last += 1
    return this.#last
  }

  /** @param content one character for each byte */
  object(no: number, content: string): void {
    this.#begins[no] = this.#length
    this.#write(`${no} 0 obj\n${content}\nendobj\n\n`)
  }

  /** The whole file. @param id by which programs know it again, hex */
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

/** A text in any script as a PDF has it. */
export const pdfText = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`.toUpperCase()
