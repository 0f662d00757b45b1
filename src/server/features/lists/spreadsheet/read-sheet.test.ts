import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { csvOf } from './csv.service.ts'
import { readSheet, SheetRefused } from './read-sheet.service.ts'
import { xlsxOf } from './xlsx.service.ts'

const limits = { rows: 50, columns: 10 }
const read = (bytes: Uint8Array) => readSheet(bytes, limits, (heads) => heads.filter((head) => head === 'Name').length)
const cells = (bytes: Uint8Array) => read(bytes).rows.map((row) => row.damage ?? row.cells)
const text = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const why = (bytes: Uint8Array) => {
  try {
    return read(bytes).rows.length
  } catch (error) {
    return error instanceof SheetRefused ? error.why : error
  }
}
const sheet = {
  name: 'S',
  isRightToLeft: false,
  columns: ['Name', 'B'].map((head) => ({ head, kind: 'text' as const })),
}
async function* paged(rows: readonly SheetRow[]) {
  yield await Promise.resolve(rows)
}
async function bytesOf(chunks: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return new Uint8Array(Buffer.concat(all))
}

/** Workbook as Excel saves one: shared strings, days as numbers with a format, its parts in any order. */
function workbook(
  sheetData: string,
  { strings = [], more = {} }: { strings?: readonly string[]; more?: Record<string, string> } = {},
) {
  const parts: Record<string, string> = {
    'xl/worksheets/sheet9.xml': `<worksheet xmlns="x"><sheetData>${sheetData}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d&quot;.&quot;mm&quot;.&quot;yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="3" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId2" Target="styles.xml"/><Relationship Id="rId7" Target="worksheets/sheet9.xml"/></Relationships>',
    ...more,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

it.each([
  ['csv', csvOf],
  ['xlsx', xlsxOf],
] as const)('what our own %s says is read as it was', async (_format, write) => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ن', '"', ',', '\n', ';', '=', ' ', '<', '&'),
    minLength: 1,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const marked = rows.map(([a, b], no): SheetRow => [`${no}${a}`, b])
      // A line break in a cell may come back as another kind; surrounding blanks are not part of a text.
      const plain = (of: unknown) => String(of).trim()
      const found = cells(await bytesOf(write(sheet, paged(marked)))).slice(1)
      expect(found.map((row) => Array.from(row, plain))).toEqual(marked.map((row) => row.map(plain)))
    }),
  )
})

it('every way to part cells and every encoding of our schools is told', () => {
  for (const delimiter of [',', ';', '\t'])
    expect(cells(text(`Name${delimiter}"x, y; z"`, `سارة${delimiter}2`))).toEqual([
      ['Name', 'x, y; z'],
      ['سارة', '2'],
    ])
  expect(cells(text('sep=;', 'Name;B', '1;2'))[1]).toEqual(['1', '2'])
  const arabic = 'Name,B\r\nسارة الكواري,2'
  expect(cells(Buffer.from(`\ufeff${arabic}`, 'utf16le'))[1]).toEqual(['سارة الكواري', '2'])
  const windows = Buffer.concat([Buffer.from('Name,B\n'), Buffer.from([0xd3, 0xc7, 0xd1, 0xc9]), Buffer.from(',2')])
  expect(cells(windows)[1]).toEqual(['سارة', '2'])
  expect(why(Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xe9, 0xe8, 0xfc]))).toBe('encoding')
})

it('a damaged row is told and harms no other', () => {
  const lines = ['Name,B', '"Sara,1', 'Omar,2', 'Noor,3,4', 'Layla', 'Hind,5']
  expect(cells(text(...lines))).toEqual([['Name', 'B'], 'quotes', ['Omar', '2'], 'cells', 'cells', ['Hind', '5']])
  expect(cells(text('Name,B', '"Sara,1', 'Omar,"2"', 'Hind,5'))).toEqual([
    ['Name', 'B'],
    'quotes',
    ['Omar', '2'],
    ['Hind', '5'],
  ])
  const broken = Buffer.concat([
    text(`Name,B`, ...Array.from({ length: 20 }, () => 'سارة,1'), ''),
    Buffer.from([0xff, 0x2c, 0x31]),
  ])
  expect(cells(broken).at(-1)).toBe('characters')
  expect(cells(broken)[1]).toEqual(['سارة', '1'])
})

it('a workbook of another program: shared texts, days, numbers, what formulas came to, gaps', () => {
  const data = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>B</t></r></is></c></row>
    <row r="4"><c r="B4" s="1"><v>43555</v></c></row>
    <row r="5"><c r="A5"><f>1+1</f><v>2</v></c><c r="B5" s="2"><v>43555.5</v></c><c r="C5"><v>9.7455512345E+11</v></c></row>`
  const { rows } = read(workbook(data, { strings: ['Name &amp; more'] }))
  expect(rows.map(({ no, cells: of }) => [no, ...of])).toEqual([
    [1, 'Name & more', 'B'],
    [4, '', '2019-03-31'],
    [5, '2', '2019-03-31', '974555123450'],
  ])
})

it('what no list is, is refused with why', () => {
  const row = (no: number) => `<row r="${no}"><c><v>${no}</v></c></row>`
  const many = Array.from({ length: 52 }, (_, no) => row(no + 1)).join('')
  expect(why(workbook(many))).toBe('too-many-rows')
  expect(why(text('Name', ...Array.from({ length: 51 }, String)))).toBe('too-many-rows')
  expect(why(workbook('', { more: { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' } }))).toBe('unsafe')
  expect(why(workbook('<row r="1"><c r="ZZ1"><v>1</v></c></row>'))).toBe('too-large')
  expect(why(zipSync({ 'a.txt': strToU8('x') }))).toBe('not-a-sheet')
  expect(why(workbook(row(1)).slice(0, 200))).toBe('damaged')
  expect(why(new Uint8Array())).toBe('empty')
  expect(why(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]))).toBe('old-format')
})

it('a bomb is stopped before it fills the memory, whatever size it says', () => {
  const bomb = workbook(' '.repeat(40 * 2 ** 20))
  expect(why(bomb)).toBe('too-large')
  const lying = Uint8Array.from(bomb)
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 46; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  expect(why(lying)).toBe('too-large')
})

it('a CSV without end is read only as far as its limits', () => {
  const [lines, blanks] = [`Name${'\n'.repeat(4e6)}`, `Name\n${' , \n'.repeat(501)}`]
  expect([why(Buffer.from(lines)), why(Buffer.from(blanks))]).toEqual(['too-many-rows', 'too-many-rows'])
  expect(why(Buffer.from(`Name\n${'\n'.repeat(400)}Sara`))).toBe(2)
  expect(why(Buffer.from(','.repeat(4e6)))).toBe('too-large')
  expect(why(Buffer.from(`Name${','.repeat(9)}\nSara${','.repeat(9)}`))).toBe(2)
  expect(why(Buffer.from(`Name${','.repeat(9)}\nSara${','.repeat(10)}`))).toBe('too-large')
})

it('no bytes at all break the reader', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isZip) => {
      expect(why(isZip ? Uint8Array.from([0x50, 0x4b, ...bytes]) : bytes)).not.toBeInstanceOf(Error)
    }),
  )
  const good = workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { strings: ['Name'] })
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
      expect(why(good.with(at, byte))).not.toBeInstanceOf(Error)
    }),
  )
})
