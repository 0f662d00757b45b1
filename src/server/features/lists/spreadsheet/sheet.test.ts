import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Sheet, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { csvOf } from './csv.service.ts'
import { xlsxOf } from './xlsx.service.ts'

const sheet: Sheet = {
  name: "Students' list: 2030",
  isRightToLeft: true,
  columns: [
    { head: 'الاسم', kind: 'text' },
    { head: 'Born', kind: 'day' },
    { head: 'Deposit', kind: 'money', exponent: 3 },
    { head: 'Year', kind: 'number' },
  ],
}

async function* paged(rows: readonly SheetRow[], size = 3) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Uint8Array.from(Buffer.concat(all))
}

const csv = async (rows: SheetRow[]) => Buffer.from(await bytesOf(csvOf(sheet, paged(rows)))).toString('utf8')
const partsOf = async (rows: SheetRow[]) => {
  const files = unzipSync(await bytesOf(xlsxOf(sheet, paged(rows))))
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]))
}
const sheetOf = async (rows: SheetRow[]) => (await partsOf(rows))['xl/worksheets/sheet1.xml'] ?? ''

it('a CSV begins with its mark and holds quotes, commas and lines as they were', async () => {
  const text = await csv([
    ['Al "Noor", Sara\nsecond', '2024-02-29', -5, 2030],
    [null, null, null, null],
  ])
  expect(text).toBe('\ufeffالاسم,Born,Deposit,Year\r\n"Al ""Noor"", Sara\nsecond",2024-02-29,-0.005,2030\r\n,,,\r\n')
})

it('no text of anybody’s begins a formula in a CSV, whatever they write', async () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '"=', '', '\u0000=')
  await fc.assert(
    fc.asyncProperty(start, fc.string(), async (begin, rest) => {
      const field = (await csv([[begin + rest, null, null, null]])).split('Year\r\n')[1] ?? ''
      expect(field.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    }),
    { numRuns: 60 },
  )
})

it('a workbook reads from the right, keeps its head and filters, and knows days and money as values', async () => {
  const parts = await partsOf([
    ['سارة', '2024-02-29', 1_234_500, 2030],
    ['عمر', '1899-01-01', null, null],
  ])
  const body = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(body).toContain('rightToLeft="1"')
  expect(body).toContain('state="frozen"')
  expect(body).toContain('<autoFilter ref="A1:D3"/>')
  expect(body).toContain('<c r="B2" s="2"><v>45351</v></c>')
  expect(body).toContain('<c r="C2" s="7"><v>1234.500</v></c>')
  expect(body).toContain('<c r="D2"><v>2030</v></c>')
  // Before the spreadsheet calendar: the text unchanged.
  expect(body).toContain('<c r="B3" t="inlineStr"><is><t>1899-01-01</t></is></c>')
  expect(parts['xl/workbook.xml']).toContain('name="Students  list  2030"')
})

it('a moment is a value of a workbook by the school’s clock, and its plain text in a CSV', async () => {
  const moments: Sheet = { ...sheet, columns: [{ head: 'When', kind: 'moment' }] }
  const rows: SheetRow[] = [['2024-02-29 18:00'], ['1899-01-01 10:00']]
  const files = unzipSync(await bytesOf(xlsxOf(moments, paged(rows))))
  const body = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(body).toContain('<c r="A2" s="8"><v>45351.75</v></c>')
  expect(body).toContain('<is><t>1899-01-01 10:00</t></is>')
  const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array())
  expect(styles.match(/<xf /g)).toHaveLength(8)
  expect(styles).toContain('formatCode="yyyy\\-mm\\-dd\\ hh:mm"')
  expect(Buffer.from(await bytesOf(csvOf(moments, paged(rows)))).toString()).toContain('\r\n2024-02-29 18:00\r\n')
})

it('a workbook has no formula and holds every text, whatever is in it', async () => {
  const nasty = ['=HYPERLINK("http://x")', '<b>&amp;', '_x0041_', 'a\u0000\u0007b', '\ud83d', ']]>', '  two  ']
  const body = await sheetOf(nasty.map((text) => [text, null, null, null]))
  expect(body).not.toContain('<f')
  expect(body).toContain('<c r="A2" s="3" t="inlineStr"><is><t>=HYPERLINK(&quot;http://x&quot;)</t>')
  expect(body).toContain('>&lt;b&gt;&amp;amp;<')
  expect(body).toContain('>_x005F_x0041_<')
  expect(body).toContain('>ab<')
  expect(body).toContain(' xml:space="preserve">  two  <')
  expect(body.isWellFormed()).toBe(true)
})

it('asks for no page before the one before it was taken', async () => {
  let asked = 0
  async function* endless(): AsyncGenerator<readonly SheetRow[]> {
    for (;;) {
      asked += 1
      yield [['x', null, null, 1]]
    }
  }
  const writer = csvOf(sheet, endless())
  for (let no = 0; no < 4; no += 1) await writer.next()
  expect(asked).toBe(3)
  await writer.return(undefined)
})
