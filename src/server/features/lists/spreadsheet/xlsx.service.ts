import { strToU8, Zip, ZipDeflate } from 'fflate'
import {
  type Cell,
  decimalText,
  looksLikeFormula,
  maxCellLength,
  type Sheet,
  type SheetColumn,
  type SheetRow,
  serialOfDay,
  serialOfMoment,
  storableText,
} from '#shared/lists/spreadsheet.rules.ts'

/* Fixed parts of a workbook with one sheet, besides its rows. */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const package_ = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Escapes a text between two tags, including text that looks like Excel's own escapes. */
function xmlText(text: string): string {
  // Nearly every text is plain letters.
  if (text.length < maxCellLength && !/[^ !#-%'-;=?-^`-~\u00a0-\ud7ff]/.test(text)) return text
  return storableText(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (sign) => escapes[sign] ?? sign)
}

/** Returns a column's letters, from 0. */
function lettersOf(column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}

/** Style numbers in `styles.xml`; money has one for each number of decimals. */
const style = { plain: 0, head: 1, day: 2, quoted: 3, money: 4, moment: 8 } as const

/** Returns the style of money with this many decimals. */
const moneyStyle = (exponent: number): number => style.money + exponent

const moneyFormats = [0, 1, 2, 3].map((digits) => `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`)

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="${moneyFormats.length + 2}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>${moneyFormats
  .map((code, digits) => `<numFmt numFmtId="${165 + digits}" formatCode="${code}"/>`)
  .join(
    '',
  )}<numFmt numFmtId="169" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${5 + moneyFormats.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf quotePrefix="1"/>${moneyFormats
  .map((_, digits) => `<xf numFmtId="${165 + digits}" applyNumberFormat="1"/>`)
  .join('')}<xf numFmtId="169" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** Returns a sheet name valid in Excel. */
const sheetName = (name: string) =>
  xmlText(
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 31) || 'Sheet',
  )

/** Returns every part but the sheet itself; written last, when the number of rows is known. */
function packageParts(sheet: Sheet, rows: number): [name: string, content: string][] {
  const name = sheetName(sheet.name)
  const range = `'${name}'!$A$1:$${lettersOf(sheet.columns.length - 1)}$${rows}`
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName></definedNames></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ],
  ]
}

/** Opens the sheet: direction, frozen header, column widths. */
const sheetBegin = ({ isRightToLeft, columns }: Sheet): string =>
  `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width = 16 }, no) => `<col min="${no + 1}" max="${no + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** Closes the sheet: a filter arrow on every column. */
const sheetEnd = ({ columns }: Sheet, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${lettersOf(columns.length - 1)}${rows}"/></worksheet>`

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
