import {
  type Cell,
  decimalText,
  looksLikeFormula,
  type Sheet,
  type SheetColumn,
  type SheetRow,
  storableText,
} from '#shared/lists/spreadsheet.rules.ts'

/** Excel reads a CSV as UTF-8 only with this at the start. */
const byteOrderMark = '\ufeff'

/**
 * Yields the spreadsheet as CSV in UTF-8, in chunks, at the consumer's pace: commas, CRLF, a byte order mark. Texts that a
 * program might compute start with an apostrophe.
 */
export async function* csvOf(sheet: Sheet, pages: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder()
  const { columns } = sheet
  yield utf8.encode(`${byteOrderMark}${columns.map(({ head }) => textField(head)).join(',')}\r\n`)
  for await (const page of pages) {
    let text = ''
    for (const row of page) text += `${columns.map((column, no) => field(column, row[no] ?? null)).join(',')}\r\n`
    yield utf8.encode(text)
  }
}

function field({ kind, exponent = 0 }: SheetColumn, cell: Cell): string {
  if (cell === null) return ''
  if (kind === 'money') return decimalText(Number(cell), exponent)
  return kind === 'number' ? String(Number(cell)) : textField(String(cell))
}

function textField(raw: string): string {
  const text = storableText(raw)
  const safe = looksLikeFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
