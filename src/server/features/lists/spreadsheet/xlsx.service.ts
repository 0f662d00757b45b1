import { strToU8, Zip, ZipDeflate } from 'fflate'
import {
  type Cell,
  decimalText,
  looksLikeFormula,
  type Sheet,
  type SheetColumn,
  type SheetRow,
  serialOfDay,
  serialOfMoment,
} from '#shared/lists/spreadsheet.rules.ts'
import { lettersOf, moneyStyle, packageParts, sheetBegin, sheetEnd, style, xmlText } from './xlsx-parts.ts'

/** Row limit of a workbook, including its header. */
const maxRows = 1_048_576

/** Fast rather than small: the next levels cost twice the time for a tenth of the size. */
const level = 1

/**
 * Yields the spreadsheet as a workbook, in chunks, at the consumer's pace: the header is frozen, every column has its filter,
 * days and money are values, and no text is ever a formula. @throws RangeError for more rows than a workbook holds
 */
export async function* xlsxOf(sheet: Sheet, pages: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else if (chunk.byteLength > 0) made.push(chunk)
  })
  const taken = () => {
    if (failure) throw failure
    return made.splice(0)
  }
  const body = new ZipDeflate('xl/worksheets/sheet1.xml', { level })
  zip.add(body)
  body.push(strToU8(`${sheetBegin(sheet)}${headRow(sheet)}`))
  let rows = 1
  const letters = sheet.columns.map((_, no) => lettersOf(no))
  for await (const page of pages) {
    if (rows + page.length > maxRows) throw new RangeError('a workbook holds no more rows')
    let text = ''
    for (const row of page) {
      rows += 1
      text += `<row r="${rows}">`
      for (const [no, column] of sheet.columns.entries())
        text += cellOf(`${letters[no]}${rows}`, column, row[no] ?? null)
      text += '</row>'
    }
    body.push(strToU8(text))
    yield* taken()
  }
  body.push(strToU8(sheetEnd(sheet, rows)), true)
  for (const [name, content] of packageParts(sheet, rows)) {
    const part = new ZipDeflate(name, { level })
    zip.add(part)
    part.push(strToU8(content), true)
  }
  zip.end()
  yield* taken()
}

const headRow = ({ columns }: Sheet) =>
  `<row r="1">${columns.map(({ head }, no) => textCell(`${lettersOf(no)}1`, head, style.head)).join('')}</row>`

function cellOf(at: string, { kind, exponent = 0 }: SheetColumn, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (kind === 'money')
    return `<c r="${at}" s="${moneyStyle(exponent)}"><v>${decimalText(Number(cell), exponent)}</v></c>`
  if (kind === 'number') return `<c r="${at}"><v>${Number(cell)}</v></c>`
  const text = String(cell)
  const serial = kind === 'day' ? serialOfDay(text) : kind === 'moment' ? serialOfMoment(text) : undefined
  if (serial !== undefined) return `<c r="${at}" s="${style[kind === 'day' ? 'day' : 'moment']}"><v>${serial}</v></c>`
  // Marked as text, so that it stays one when the cell is edited.
  return textCell(at, text, looksLikeFormula(text) ? style.quoted : style.plain)
}

const textCell = (at: string, text: string, of: number) =>
  `<c r="${at}"${of === style.plain ? '' : ` s="${of}"`} t="inlineStr"><is><t${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${xmlText(text)}</t></is></c>`
