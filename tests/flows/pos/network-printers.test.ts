import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openNetworkPrinters } from '#server/node/printers/network-printers.ts'
import { readPrinterAddresses } from '#server/node/printers/printer-addresses.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { networkPrinters, printByServer } from '#shared/pos/printing/network-printer.contract.ts'
import { makeDevice, makeSchool, makeTill, signedCall, type TestDevice } from '#tests/support/factories.ts'
import { type SimulatedNetworkPrinter, startNetworkPrinter } from '#tests/support/pos/simulated-network-printer.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const alnoor = { school: 'alnoor' }
const manara = { school: 'manara' }
const rows = (first: number) => Uint8Array.from({ length: 144 }, (_, at) => (at === 0 ? first : at))
const picture = (first: number) => ({ kind: 'picture' as const, height: 2, rows: toBase64(rows(first)) })

describe('printers of a school’s own network', () => {
  let box: Box
  let device: TestDevice
  let theirs: TestDevice
  let printer: SimulatedNetworkPrinter
  let address: string

  beforeAll(async () => {
    box = await openBox('pglite')
    const school = await makeSchool(box, 'alnoor')
    const other = await makeSchool(box, 'manara')
    device = await makeDevice(box, school, await makeTill(box, school))
    theirs = await makeDevice(box, other, await makeTill(box, other))
    printer = await startNetworkPrinter()
    address = `127.0.0.1:${printer.port}`
  })
  afterAll(async () => {
    await printer.close()
    await box.close()
  })

  /** The same school on a server with these settings. */
  const serverWith = (settings: string | undefined): Box => {
    const printers = settings === undefined ? undefined : openNetworkPrinters(readPrinterAddresses(settings) ?? [])
    return { ...box, app: createApp({ ...box.deps, printers }) }
  }
  const print = (on: Box, to: string, what: unknown = picture(0), who = alnoor, by = device) =>
    signedCall(on, who, by, printByServer, { printer: to, what })

  it('POS-73: a shared server dials no address that a school typed', async () => {
    for (const settings of [undefined, 'tcp://192.168.1.50'])
      for (const typed of ['169.254.169.254:9100', '169.254.169.254:80', address, 'localhost:22', '[::1]:9100', '']) {
        const reply = await print(serverWith(settings), typed)
        expect([reply.status, reply.body], typed).toMatchObject([403, { messageId: 'access.denied', field: 'printer' }])
      }
    expect(printer.jobs()).toEqual([])
    expect((await signedCall(serverWith(undefined), alnoor, device, networkPrinters, {})).body).toEqual({
      printers: [],
    })
  })

  it('POS-73: one that its settings name prints dot by dot, job after job, however many tills ask at once', async () => {
    const on = serverWith(`tcp://${address},http://192.168.1.51`)
    expect((await signedCall(on, alnoor, device, networkPrinters, {})).body).toEqual({
      printers: [
        { address, by: 'server' },
        { address: 'http://192.168.1.51', by: 'browser' },
      ],
    })
    const before = printer.jobs().length
    const replies = await Promise.all([1, 2, 3].map((no) => print(on, address, picture(no))))
    expect(replies.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ state: 'confirmed' })))
    const printed = printer
      .jobs()
      .slice(before)
      .map((acts) => acts.filter(({ act }) => act === 'picture'))
    // Each whole and once; calls made together may arrive in any order.
    expect(printed).toHaveLength(3)
    for (const no of [1, 2, 3])
      expect(printed).toContainEqual([{ act: 'picture', picture: { width: 576, height: 2, rows: rows(no) } }])
    expect(printer.mostAtOnce()).toBe(1)
    // That one is called by browsers; the server does not.
    expect((await print(on, 'http://192.168.1.51')).status).toBe(403)
  })

  it('opens its drawer', async () => {
    const reply = await print(serverWith(`tcp://${address}`), address, { kind: 'drawer', pin: 1 })
    expect(reply.body).toEqual({ state: 'sent' })
    await expect.poll(() => printer.jobs().at(-1)).toEqual([{ act: 'kick', pin: 1, onMs: 100, offMs: 500 }])
  })

  it('serves the school it is kept for, and no other', async () => {
    const on = serverWith(`tcp://alnoor@${address}`)
    expect((await print(on, address)).status).toBe(200)
    expect((await print(on, address, picture(0), manara, theirs)).status).toBe(403)
    expect((await signedCall(on, manara, theirs, networkPrinters, {})).body).toEqual({ printers: [] })
  })

  it('a printer that is off leaves the job where it is', async () => {
    const off = await startNetworkPrinter()
    await off.close()
    const reply = await print(serverWith(`tcp://127.0.0.1:${off.port}`), `127.0.0.1:${off.port}`)
    expect(reply.body).toEqual({ state: 'queued', why: 'unreachable' })
  })

  it('takes a picture of the size that it says, and nothing else', async () => {
    const on = serverWith(`tcp://${address}`)
    for (const what of [
      { ...picture(1), height: 3 },
      { ...picture(1), rows: 'no' },
      { ...picture(1), height: 0 },
      { kind: 'drawer', pin: 2 },
      { kind: 'bytes', bytes: 'GxtA' },
    ])
      expect((await print(on, address, what)).status).toBe(400)
  })
})
