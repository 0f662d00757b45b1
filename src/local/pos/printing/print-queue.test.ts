import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { PrintingDb } from '#local/storage/printing-db.ts'
import type { BitPicture } from '#shared/pos/printing/bit-picture.rules.ts'
import type { Printer } from '#shared/pos/printing/print-job.types.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { SimulatedPrinter } from '#tests/support/pos/simulated-printer.ts'
import { bytePrinter } from '#shared/pos/printing/byte-printer.ts'
import { noteBrowserPrint, noteCopy, openDrawer } from './drawer.ts'
import { openPrintQueue, type PrintOrder } from './print-queue.ts'

const dbs: PrintingDb[] = []
let names = 0
afterEach(async () => {
  await Promise.all(dbs.splice(0).map((db) => db.delete()))
})

/** One window of a device with a printer at it. */
function window(world = openTestWorld(7), db = new PrintingDb(`print-queue-${(names += 1)}`)) {
  if (!dbs.includes(db)) dbs.push(db)
  const { surroundings } = world.openTab()
  let changes = 0
  const queue = openPrintQueue({
    db,
    clock: surroundings.clock,
    locks: surroundings.locks,
    onChange: () => {
      changes += 1
    },
  })
  return { world, db, queue, changes: () => changes }
}

/** The picture of a document: its number in dots, with a bar on every copy. */
const pictureOf = (no: number, copyNo: number): BitPicture => ({
  width: 16,
  height: 2,
  rows: Uint8Array.of(no, copyNo, 0xff, no),
})
const order = (no: number, more: Partial<PrintOrder> = {}): PrintOrder => ({
  printer: 'usb',
  doc: `R-${no}`,
  cause: 'sale',
  draw: (copyNo) => Promise.resolve(pictureOf(no, copyNo)),
  ...more,
})

const statesOf = async ({ queue }: ReturnType<typeof window>) =>
  (await queue.latest(20)).toReversed().map(({ doc, state, why, copyNo }) => [doc, state, why, copyNo])

describe('POS-70: receipts on their way to the printer', () => {
  it('come out in order and once each, also when two windows print at the same time', async () => {
    const first = window()
    const second = window(first.world, first.db)
    const port = new SimulatedPrinter()
    const printer = bytePrinter(port)
    for (const no of [1, 2, 3, 4]) await (no % 2 ? first : second).queue.add(order(no))
    await Promise.all([first.queue.run('usb', printer), second.queue.run('usb', printer)])
    expect(port.pictures).toEqual([1, 2, 3, 4].map((no) => pictureOf(no, 0)))
    expect(new Set((await statesOf(first)).map(([, state]) => state))).toEqual(new Set(['confirmed']))
    expect(port.opened).toBe(1)
  })

  it('wait while there is no paper, and come out once it is there', async () => {
    const device = window()
    const port = Object.assign(new SimulatedPrinter(), { hasPaper: false })
    const printer = bytePrinter(port)
    await device.queue.add(order(1))
    await device.queue.add(order(2))
    await device.queue.run('usb', printer)
    expect(port.pictures).toEqual([])
    expect(await statesOf(device)).toEqual([
      ['R-1', 'queued', 'no-paper', 0],
      ['R-2', 'queued', null, 0],
    ])
    port.hasPaper = true
    await device.queue.run('usb', printer)
    expect(port.pictures).toEqual([pictureOf(1, 0), pictureOf(2, 0)])
  })

  it('are unknown when the cable comes out within one, which is not printed again by itself; the port is opened again', async () => {
    const device = window()
    const port = Object.assign(new SimulatedPrinter(), { breaksAfter: 20 })
    const printer = bytePrinter(port)
    await device.queue.add(
      order(1, { draw: () => Promise.resolve({ width: 16, height: 40, rows: new Uint8Array(80) }) }),
    )
    await device.queue.add(order(2))
    await device.queue.run('usb', printer)
    expect(await statesOf(device)).toEqual([
      ['R-1', 'unknown', 'cut-off', 0],
      ['R-2', 'queued', 'unreachable', 0],
    ])
    port.hasCable = true
    await device.queue.run('usb', printer)
    expect(port.pictures).toEqual([pictureOf(2, 0)])
    expect(port.opened).toBe(2)
    // Asked for by a person, it is a copy.
    await device.queue.add(order(1, { cause: 'reprint' }))
    await device.queue.run('usb', printer)
    expect(port.pictures.at(-1)).toEqual(pictureOf(1, 1))
    await device.queue.add(order(1, { cause: 'reprint' }))
    expect((await statesOf(device)).at(-1)).toEqual(['R-1', 'queued', null, 2])
  })

  it('are sent, and no more is claimed, on a line that leads one way', async () => {
    const device = window()
    const port = Object.assign(new SimulatedPrinter(), { answers: false })
    await device.queue.add(order(1))
    await device.queue.run('usb', bytePrinter(port))
    expect(await statesOf(device)).toEqual([['R-1', 'sent', null, 0]])
  })

  it('are unknown when the paper ends within one', async () => {
    const device = window()
    const port = new SimulatedPrinter()
    const write = port.write.bind(port)
    port.write = async (bytes) => {
      await write(bytes)
      if (bytes.length > 10) port.hasPaper = false
    }
    await device.queue.add(order(1))
    await device.queue.run('usb', bytePrinter(port))
    expect(await statesOf(device)).toEqual([['R-1', 'unknown', 'no-answer', 0]])
  })

  it('are unknown when the window dies while it prints', async () => {
    const dead = window()
    const never: Printer = { print: () => new Promise(() => undefined), kick: () => new Promise(() => undefined) }
    await dead.queue.add(order(1))
    const { surroundings, crash } = dead.world.openTab()
    const dying = openPrintQueue({ ...surroundings, db: dead.db, onChange: () => undefined })
    void dying.run('usb', never)
    await expect.poll(() => statesOf(dead)).toEqual([['R-1', 'unknown', 'under-way', 0]])
    crash()
    const port = new SimulatedPrinter()
    await dead.queue.run('usb', bytePrinter(port))
    expect(await statesOf(dead)).toEqual([['R-1', 'unknown', 'interrupted', 0]])
    expect(port.pictures).toEqual([])
  })

  it('count as printed before when the browser printed them', async () => {
    const device = window()
    expect(await device.queue.note({ doc: 'R-1', cause: 'sale' })).toBe(0)
    expect(await device.queue.note({ doc: 'R-1', cause: 'reprint' })).toBe(1)
    expect((await device.queue.add(order(1))).copyNo).toBe(2)
    expect(device.changes()).toBe(3)
  })

  it('can be taken out before they are begun, and not after', async () => {
    const device = window()
    const { id } = await device.queue.add(order(1))
    await device.queue.drop(id)
    const { id: printed } = await device.queue.add(order(2))
    await device.queue.run('usb', bytePrinter(new SimulatedPrinter()))
    await device.queue.drop(printed)
    expect(await statesOf(device)).toEqual([['R-2', 'confirmed', null, 0]])
  })

  it('are forgotten after two hundred, their pictures after thirty', async () => {
    const device = window()
    for (let no = 1; no <= 203; no += 1) {
      await device.queue.add(order(no % 256))
      if (no % 50 === 0) await device.queue.run('usb', bytePrinter(new SimulatedPrinter()))
    }
    await device.queue.run('usb', bytePrinter(new SimulatedPrinter()))
    await device.queue.add(order(9))
    const jobs = await device.queue.latest(1000)
    expect(jobs).toHaveLength(200)
    expect(jobs.filter(({ picture }) => picture)).toHaveLength(30)
  })
})

describe('POS-67: the drawer', () => {
  const rows: string[] = []
  const log = { record: (cause: string, ref?: string) => Promise.resolve(void rows.push(`${cause} ${ref}`)) }

  it('is opened after its row is written', async () => {
    rows.length = 0
    const device = window()
    const port = new SimulatedPrinter()
    const kick = () => {
      expect(rows).toEqual(['sale R-1'])
      return device.queue.kick('usb', bytePrinter(port), 0)
    }
    expect(await openDrawer(log, kick, 'sale', 'R-1')).toBe('opened')
    expect(port.kicks).toBe(1)
  })

  it('is unknown at a dead printer, and its row stays', async () => {
    rows.length = 0
    const device = window()
    const port = Object.assign(new SimulatedPrinter(), { hasCable: false })
    const kick = () => device.queue.kick('usb', bytePrinter(port), 0)
    expect(await openDrawer(log, kick, 'no-sale', 'm1')).toBe('unknown')
    expect(rows).toEqual(['no-sale m1'])
  })

  it('stays closed when its row cannot be written', async () => {
    const port = new SimulatedPrinter()
    const full = { record: () => Promise.reject(new Error('full')) }
    await expect(openDrawer(full, () => bytePrinter(port).kick(0), 'no-sale')).rejects.toThrow('full')
    expect(port.kicks).toBe(0)
  })

  it('opens between two receipts, never within one', async () => {
    const device = window()
    const port = new SimulatedPrinter()
    const printer = bytePrinter(port)
    await device.queue.add(order(1))
    await device.queue.add(order(2))
    await Promise.all([device.queue.run('usb', printer), device.queue.kick('usb', printer, 1)])
    const acts = port.acts.map(({ act }) => act).filter((act) => act === 'picture' || act === 'cut' || act === 'kick')
    expect(acts.filter((act, at) => act === 'kick' && acts[at - 1] === 'picture')).toEqual([])
    expect(acts.filter((act) => act === 'kick')).toHaveLength(1)
  })
})

it('POS-68: a driver that opens the drawer with every paper makes each print an opening, reprints too', async () => {
  const { queue } = window()
  const rows: string[] = []
  const log = { record: (cause: string, ref?: string) => Promise.resolve(void rows.push(`${cause} ${ref}`)) }
  const print = (cause: 'sale' | 'reprint', opensDrawer: boolean) =>
    noteBrowserPrint(queue, log, { doc: 'R-1', cause, opensDrawer, ref: 'id' })
  expect(await print('sale', true)).toBe(0)
  expect(await print('reprint', true)).toBe(1)
  // The original belongs to its sale, so that an honest till is not taken for one that opens its drawer for nothing.
  expect(rows).toEqual(['sale id', 'print id'])
})

it('POS-70, F3: every copy of a document leaves a row, whether or not the drawer opens with it; an original leaves none', async () => {
  const { queue } = window()
  const rows: string[] = []
  const log = { record: (cause: string, ref?: string) => Promise.resolve(void rows.push(`${cause} ${ref}`)) }
  const print = (doc: string, ref?: string) =>
    noteBrowserPrint(queue, log, { doc, cause: 'reprint', opensDrawer: false, ref })
  expect([await print('R-1', 'id'), await print('R-1', 'id'), await print('R-1', 'id')]).toEqual([0, 1, 2])
  expect(rows).toEqual(['copy id', 'copy id'])
  // A report of the shift is a paper of no document.
  await print('X 3')
  await print('X 3')
  expect(rows).toHaveLength(2)
  const { copyNo } = await queue.add({ ...order(9), doc: 'R-1' })
  await noteCopy(log, copyNo, 'id')
  expect(rows).toEqual(['copy id', 'copy id', 'copy id'])
})
