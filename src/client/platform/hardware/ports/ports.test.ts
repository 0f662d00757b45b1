import { describe, expect, it } from 'vitest'
import type { BitPicture } from '#shared/pos/printing/bit-picture.rules.ts'
import { bytePrinter } from '#shared/pos/printing/byte-printer.ts'
import { encodePicture } from '#shared/pos/printing/byte-printer.ts'
import { eposPrinter } from './epos-printer.ts'
import { type SerialDevice, SerialPrinterPort } from './serial-port.ts'
import { serverPrinter } from './server-printer.ts'
import { type UsbDevice, UsbPort } from './usb-port.ts'

const picture: BitPicture = { width: 16, height: 3, rows: Uint8Array.of(1, 2, 3, 4, 5, 6) }
/** How often the picture is in what a printer was given. */
const timesPrinted = (bytes: readonly number[]) => bytes.join(' ').split(encodePicture(picture).join(' ')).length - 1
/** A printer that says nothing is not waited for. */
const hasty = { askMs: 5, doneMs: 5 }

/** A printer on a USB cable that answers what it is asked, as far as it can. */
function usbDevice() {
  const device = {
    bytes: [] as number[],
    opened: 0,
    closed: 0,
    breaks: false,
    interfaceClass: 7,
  }
  const said: number[] = []
  let wake = () => undefined as void
  const endpoint = (direction: 'in' | 'out', endpointNumber: number) => ({ direction, endpointNumber, type: 'bulk' })
  const usb: UsbDevice = {
    vendorId: 1,
    productId: 2,
    get configuration() {
      const alternate = { interfaceClass: device.interfaceClass, endpoints: [endpoint('out', 1), endpoint('in', 2)] }
      return { interfaces: [{ interfaceNumber: 0, alternate }] }
    },
    open: async () => void (device.opened += 1),
    close: async () => void (device.closed += 1),
    selectConfiguration: async () => undefined,
    claimInterface: async () => undefined,
    transferOut: async (_to, data) => {
      if (device.breaks && data.length > 10) throw new Error('unplugged')
      device.bytes.push(...data)
      const end = data.slice(-3).join(' ')
      if (end === '16 4 4') said.push(0x12)
      if (end === '29 114 1') said.push(0)
      wake()
      return { status: 'ok' }
    },
    transferIn: async () => {
      while (said.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return { data: new DataView(Uint8Array.of(said.shift() ?? 0).buffer) }
    },
  }
  return { device, port: new UsbPort(null, () => Promise.resolve(usb)) }
}

describe('a printer on a USB cable', () => {
  it('POS-71: gets the picture and says that it is printed', async () => {
    const { device, port } = usbDevice()
    expect(await bytePrinter(port).print(picture)).toEqual({ state: 'confirmed' })
    expect(timesPrinted(device.bytes)).toBe(1)
  })

  it('POS-70: is closed after a write that failed, and opened again for the next', async () => {
    const { device, port } = usbDevice()
    const printer = bytePrinter(port)
    device.breaks = true
    expect(await printer.print(picture)).toEqual({ state: 'unknown', why: 'cut-off' })
    expect(device.closed).toBe(1)
    device.breaks = false
    expect(await printer.print(picture)).toEqual({ state: 'confirmed' })
    expect(device.opened).toBe(2)
  })

  it('is not ready when it is no printer', async () => {
    const { device, port } = usbDevice()
    device.interfaceClass = 3
    expect(await bytePrinter(port).print(picture)).toEqual({ state: 'queued', why: 'not-ready' })
    expect(device.closed).toBe(1)
  })
})

describe('a printer on a serial cable', () => {
  it('POS-71: gets the picture at the speed of the settings, and is believed when it says nothing', async () => {
    const bytes: number[] = []
    const opened: number[] = []
    let readable = new ReadableStream<Uint8Array>()
    let writable = new WritableStream<Uint8Array<ArrayBuffer>>()
    const device: SerialDevice = {
      get readable() {
        return readable
      },
      get writable() {
        return writable
      },
      open: async ({ baudRate }) => {
        opened.push(baudRate)
        readable = new ReadableStream()
        writable = new WritableStream({ write: (part) => void bytes.push(...part) })
      },
      close: async () => undefined,
      getInfo: () => ({}),
    }
    const printer = bytePrinter(new SerialPrinterPort(null, 38_400, () => Promise.resolve(device)), hasty)
    expect(await printer.print(picture)).toEqual({ state: 'sent' })
    expect(await printer.kick(0)).toEqual({ state: 'sent' })
    await printer.close()
    expect(await printer.print(picture)).toEqual({ state: 'sent' })
    expect(timesPrinted(bytes)).toBe(2)
    expect(opened).toEqual([38_400, 38_400])
  })
})

describe('POS-72: a printer that the browser calls by itself', () => {
  const printed = '<response success="true" code=""/>'
  const epos = (permission: () => PermissionState, post: (document: string) => string) => {
    const posted: string[] = []
    const printer = eposPrinter('http://192.168.1.51', {
      permission: () => Promise.resolve(permission()),
      post: async (url, document) => {
        expect(url).toMatch(/^http:\/\/192\.168\.1\.51\/cgi-bin\/epos\/service\.cgi\?/)
        posted.push(document)
        return post(document)
      },
    })
    return { printer, posted }
  }

  it('prints with the permission, and says so', async () => {
    const { printer, posted } = epos(
      () => 'granted',
      () => printed,
    )
    expect(await printer.print(picture)).toEqual({ state: 'confirmed' })
    expect(posted.map((document) => document.includes('<image'))).toEqual([false, true])
  })

  it('is not called without it: nothing was printed, and the reason is known', async () => {
    const { printer, posted } = epos(
      () => 'denied',
      () => printed,
    )
    expect(await printer.print(picture)).toEqual({ state: 'queued', why: 'denied' })
    expect(posted).toEqual([])
  })

  it('the permission is refused when it is asked', async () => {
    let state: PermissionState = 'prompt'
    const { printer } = epos(
      () => state,
      () => {
        state = 'denied'
        throw new TypeError('Failed to fetch')
      },
    )
    expect(await printer.print(picture)).toEqual({ state: 'queued', why: 'denied' })
  })

  it('does not answer, or breaks off', async () => {
    const off = epos(
      () => 'granted',
      () => {
        throw new TypeError('Failed to fetch')
      },
    )
    expect(await off.printer.print(picture)).toEqual({ state: 'queued', why: 'unreachable' })
    const breaking = epos(
      () => 'granted',
      (document) => {
        if (document.includes('<image')) throw new TypeError('Failed to fetch')
        return printed
      },
    )
    expect(await breaking.printer.print(picture)).toEqual({ state: 'unknown', why: 'cut-off' })
  })
})

describe('a printer behind our server', () => {
  const behind = (answer: () => { status: number; text: string }) =>
    serverPrinter('192.168.1.50:9100', () =>
      Promise.resolve(() => Promise.resolve({ ...answer(), headers: new Headers() })),
    )

  it('says what the server says', async () => {
    const text = JSON.stringify({ state: 'queued', why: 'no-paper' })
    expect(await behind(() => ({ status: 200, text })).print(picture)).toEqual({ state: 'queued', why: 'no-paper' })
  })

  it('POS-73: that the server refuses is not called again and again', async () => {
    expect(await behind(() => ({ status: 403, text: '{}' })).print(picture)).toEqual({
      state: 'queued',
      why: 'not-allowed',
    })
  })
})
