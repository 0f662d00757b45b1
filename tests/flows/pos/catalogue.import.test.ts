import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCatalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { exportCatalogue, importCatalogue } from '#shared/pos/catalogue-import.contract.ts'
import { engines } from '#tests/support/database.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const head = 'Name (English),Name (Arabic),Category (English),Category (Arabic),Price,Tax code,Barcode,On sale'

describe.each(engines)('the catalogue from a file on %s', (engine) => {
  let box: Box
  let huda: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    const { school } = await openCanteen(box, 'alnoor')
    huda = await signInAs(box, school, 'supervisor2', ['supervisor'])
  })
  afterAll(() => box.close())

  const catalogue = async () => readCatalogue.reply.parse((await call(box.app, huda, readCatalogue)).body)
  const bring = async (lines: readonly string[], isApplied: boolean) => {
    const data = Buffer.from([head, ...lines].join('\n')).toString('base64')
    const reply = await call(box.app, huda, importCatalogue, { data, isApplied })
    expect(reply.status).toBe(200)
    return importCatalogue.reply.parse(reply.body)
  }

  it('names each bad row and column of thousands, and imports nothing until told', async () => {
    const before = await catalogue()
    const lines = Array.from({ length: 5000 }, (_, n) =>
      n % 17 === 3
        ? `Item ${n},صنف ${n},Shop,متجر,-1,IN,,yes`
        : `Item ${n},صنف ${n},Shop,متجر,${n}.25,IN,629${String(n).padStart(7, '0')},yes`,
    )
    const read = await bring(lines, false)
    expect(read.counts).toEqual({ new: 4706, changed: 0, same: 0, refused: 294 })
    expect(read.refused[0]).toEqual({ row: 5, name: 'Item 3', problems: [{ column: 'price', why: 'not-a-price' }] })
    expect(read.refused).toHaveLength(294)
    expect(await catalogue()).toEqual(before)
    const applied = await bring(lines, true)
    expect(applied).toEqual(read)
    const after = await catalogue()
    expect(after.items).toHaveLength(before.items.length + 4706)
    expect(after.categories.filter(({ name }) => name.en === 'Shop')).toHaveLength(1)
    // The same file again changes nothing.
    expect((await bring(lines, true)).counts).toEqual({ new: 0, changed: 0, same: 4706, refused: 294 })
    expect(await catalogue()).toEqual(after)
  })

  it('recognises items by their barcode, else by category and name, and leaves what the file does not say', async () => {
    await bring(['Laban,لبن,Drinks,مشروبات,2,IN,111222,yes', 'Ayran,عيران,Drinks,مشروبات,3,ON,,yes'], true)
    const read = await bring(['Laban 200 ml,لبن 200,Drinks,,2.5,,111222,', 'ayran,عيران,مشروبات,,3,,,no'], true)
    expect(read.counts).toEqual({ new: 0, changed: 2, same: 0, refused: 0 })
    const { items } = await catalogue()
    expect(items.find(({ barcode }) => barcode === '111222')).toMatchObject({
      name: { en: 'Laban 200 ml', ar: 'لبن 200' },
      price: 250,
      taxCode: 'IN',
      active: true,
    })
    expect(items.filter(({ name }) => name.ar === 'عيران')).toMatchObject([
      { price: 300, taxCode: 'ON', active: false },
    ])
  })

  it('moves a barcode from one item to another within a file', async () => {
    await bring(['One,واحد,Swap,تبديل,1,IN,777001,yes', 'Two,اثنان,Swap,تبديل,1,IN,777002,yes'], true)
    const again = await bring(['One,واحد,Swap,تبديل,1,IN,777002,yes', 'Two,اثنان,Swap,تبديل,1,IN,777001,yes'], true)
    expect(again.counts).toMatchObject({ changed: 2, refused: 0 })
    const { items } = await catalogue()
    expect(
      items
        .filter(({ barcode }) => barcode?.startsWith('77700'))
        .map(({ name }) => name.en)
        .toSorted(),
    ).toEqual(['One', 'Two'])
  })

  it('refuses what stands in it twice, and an item whose tax nobody names', async () => {
    const read = await bring(
      [
        'A,أ,Twice,مرتان,1,IN,888001,yes',
        'B,ب,Twice,مرتان,1,IN,888001,yes',
        'a,أ,Twice,مرتان,1,IN,,yes',
        'C,ج,Twice,مرتان,1,,,yes',
      ],
      false,
    )
    expect(read.refused.map(({ row, problems }) => [row, problems])).toEqual([
      [3, [{ column: 'barcode', why: 'twice' }]],
      [4, [{ column: null, why: 'twice' }]],
      [5, [{ column: 'tax', why: 'missing' }]],
    ])
  })

  it('keeps further barcodes, each with one item', async () => {
    const send = async (lines: readonly string[]) => {
      const text = [`${head},More barcodes`, ...lines].join('\n')
      const data = Buffer.from(text).toString('base64')
      return importCatalogue.reply.parse((await call(box.app, huda, importCatalogue, { data, isApplied: true })).body)
    }
    expect((await send(['Cola,كولا,Cans,علب,1,IN,990001,yes,"990002, 990003"'])).counts).toMatchObject({ new: 1 })
    const found = async () => (await catalogue()).items.find(({ barcode }) => barcode === '990001')
    expect(await found()).toMatchObject({ moreBarcodes: ['990002', '990003'] })
    // A further code names the item as well as its first, and its first stays.
    expect((await send(['Cola,كولا,Cans,علب,2,IN,990003,yes,'])).counts).toMatchObject({ new: 0, changed: 1 })
    expect(await found()).toMatchObject({ price: 200, moreBarcodes: ['990002', '990003'] })
    const refused = await send([
      'Fanta,فانتا,Cans,علب,1,IN,990010,yes,990002',
      'Mint,نعناع,Cans,علب,1,IN,990011,yes,990011',
      'Lime,ليمون,Cans,علب,1,IN,990012,yes,x',
    ])
    expect(refused.refused.map(({ problems }) => problems)).toEqual([
      [{ column: 'moreBarcodes', why: 'taken' }],
      [{ column: 'moreBarcodes', why: 'twice' }],
      [{ column: 'moreBarcodes', why: 'not-a-barcode' }],
    ])
  })

  it('says why a file can’t be read at all', async () => {
    const send = async (text: string) => {
      const data = Buffer.from(text).toString('base64')
      return importCatalogue.reply.parse((await call(box.app, huda, importCatalogue, { data, isApplied: true })).body)
        .unreadable
    }
    expect(await send('Name (English),Price\nWater,1')).toEqual({
      why: 'columns-missing',
      columns: ['nameAr', 'categoryEn'],
    })
    expect(await send(`${head},Price\n`)).toMatchObject({ why: 'columns-twice', columns: ['price'] })
    expect(await send(head)).toMatchObject({ why: 'empty' })
  })

  it.each(['csv', 'xlsx'] as const)('takes back its own export as %s without a change', async (format) => {
    for (const language of ['en', 'ar'] as const) {
      const { bytes } = await exported(language, format)
      const data = Buffer.from(bytes).toString('base64')
      const read = importCatalogue.reply.parse(
        (await call(box.app, huda, importCatalogue, { data, isApplied: true })).body,
      )
      expect([read.unreadable, read.counts.new, read.counts.changed, read.refused]).toEqual([null, 0, 0, []])
    }
  })

  const exported = async (language: 'en' | 'ar', format: 'csv' | 'xlsx') => {
    const response = await box.app.request(`http://localhost${apiPrefix}${exportCatalogue.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'client-id': 'alnoor', authorization: `Bearer ${huda.token}` },
      body: JSON.stringify({ language, format }),
    })
    expect(response.status).toBe(200)
    return { bytes: new Uint8Array(await response.arrayBuffer()) }
  }
})
