import { dayOfSerial } from '#shared/lists/spreadsheet.rules.ts'
import type { ReadRow, SheetLimits } from './read-sheet.types.ts'
import { SheetRefused } from './unreadable.ts'
import { attribute, type XmlTag, xmlTags } from './xml-read.service.ts'
import { openZip, type ZipRead } from './zip-read.service.ts'

const tagsIn = (zip: ZipRead, name: string): Iterable<XmlTag> => {
  const part = zip.read(name)
  return part ? xmlTags(part) : []
}

/** Returns the path of the first sheet, and the epoch of the workbook's days. @throws SheetRefused not-a-sheet */
function firstSheet(zip: ZipRead): { path: string; isFrom1904: boolean } {
  let id: string | undefined
  let isFrom1904 = false
  for (const tag of tagsIn(zip, 'xl/workbook.xml')) {
    if (tag.name === 'sheet') id ??= /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(tag.attributes)?.[1]
    if (tag.name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
  }
  for (const tag of tagsIn(zip, 'xl/_rels/workbook.xml.rels')) {
    if (tag.name !== 'Relationship' || attribute(tag, 'Id') !== id) continue
    const target = attribute(tag, 'Target') ?? ''
    return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 }
  }
  throw new SheetRefused('not-a-sheet')
}

/** Returns the texts that cells reference by number, without phonetic hints (`rPh`). */
function sharedStrings(zip: ZipRead): string[] {
  const texts: string[] = []
  let text = ''
  let isAside = false
  for (const { name, kind, textBefore } of tagsIn(zip, 'xl/sharedStrings.xml')) {
    if (name === 'rPh') isAside = kind === 'begin'
    else if (name === 't' && kind === 'end' && !isAside) text += textBefore
    else if (name === 'si' && kind !== 'begin') {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

/** Built-in formats by number: days, and days with times. */
const knownDay = (format: number) =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)

/** Returns the cell styles that show a number as a day. */
function dayStyles(zip: ZipRead): Set<number> {
  const own = new Set<number>()
  const days = new Set<number>()
  let isWithin = false
  let style = 0
  for (const tag of tagsIn(zip, 'xl/styles.xml')) {
    if (tag.name === 'numFmt') {
      // Quoted and bracketed parts are literals, or a colour.
      const code = (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      if (/[yd]/i.test(code)) own.add(Number(attribute(tag, 'numFmtId')))
    } else if (tag.name === 'cellXfs') isWithin = tag.kind === 'begin'
    else if (tag.name === 'xf' && isWithin && tag.kind !== 'end') {
      const format = Number(attribute(tag, 'numFmtId') ?? 0)
      if (knownDay(format) || own.has(format)) days.add(style)
      style += 1
    }
  }
  return days
}

/**
 * Returns the rows of a workbook's first sheet as texts, days as ISO days. Formulas are not computed: their saved result is used.
 * @throws SheetRefused too-large, too-many-rows, unsafe, damaged, not-a-sheet
 */
export function readXlsx(bytes: Uint8Array, limits: SheetLimits): ReadRow[] {
  const zip = openZip(bytes)
  const { path, isFrom1904 } = firstSheet(zip)
  const sheet = zip.read(path)
  if (!sheet) throw new SheetRefused('not-a-sheet')
  const book = { texts: sharedStrings(zip), days: dayStyles(zip), isFrom1904 }
  const rows: ReadRow[] = []
  let no = 0
  let cells: string[] = []
  const close = () => {
    if (cells.every((cell) => cell.trim() === '')) return
    if (rows.length > limits.rows) throw new SheetRefused('too-many-rows')
    rows.push({ no, cells: Array.from(cells, (cell: string | undefined) => cell ?? ''), damage: undefined })
  }
  for (const cell of cellsOf(sheet)) {
    if ('row' in cell) {
      close()
      no = cell.row ?? no + 1
      cells = []
      continue
    }
    const value = valueOf(cell, book)
    const at = columnOf(cell.at) ?? cells.length
    if (at < limits.columns) cells[at] = value
    else if (value !== '') throw new SheetRefused('too-large')
  }
  close()
  return rows
}

interface Book {
  texts: readonly string[]
  days: ReadonlySet<number>
  isFrom1904: boolean
}

interface CellRead {
  at: string | undefined
  type: string
  style: number
  value: string
}

function* cellsOf(sheet: Uint8Array): Generator<CellRead | { row: number | undefined }> {
  let cell: CellRead | undefined
  for (const tag of xmlTags(sheet)) {
    const { name, kind } = tag
    if (name === 'row' && kind === 'begin') yield { row: numberOf(attribute(tag, 'r')) }
    else if (name === 'c' && kind === 'begin') cell = begun(tag)
    else if (name === 'c' && kind === 'end' && cell) {
      yield cell
      cell = undefined
    } else if ((name === 'v' || name === 't') && kind === 'end' && cell) cell.value += tag.textBefore
    else if (name === 'sheetData' && kind === 'end') return
  }
}

const begun = (tag: XmlTag): CellRead => ({
  at: attribute(tag, 'r'),
  type: attribute(tag, 't') ?? 'n',
  style: numberOf(attribute(tag, 's')) ?? 0,
  value: '',
})

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

function valueOf({ type, style, value }: CellRead, { texts, days, isFrom1904 }: Book): string {
  if (value === '') return ''
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (days.has(style)) return dayOf(isFrom1904 ? number + from1904 : number) ?? value
  // A phone number typed as a number is stored as one: 5.5512E7.
  return Number.isInteger(number) ? number.toFixed(0) : String(number)
}

/** Days between the two spreadsheet epochs. */
const from1904 = 1462
const lastSerial = 2_958_465

const dayOf = (serial: number): string | undefined =>
  serial >= 1 && serial <= lastSerial ? dayOfSerial(serial) : undefined

/** Returns the column from 0, by the letters of `BC12`. */
function columnOf(at: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(at ?? '')?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
