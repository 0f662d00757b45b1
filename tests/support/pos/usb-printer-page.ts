import type { Page } from '@playwright/test'

/** What a page's simulated printer was given, and its cable. */
interface PagePrinter {
  bytes: number[]
  isPlugged: boolean
}

/**
 * Plugs a printer into the machine of a page, before it is loaded: WebUSB as the browser has it, at the end of it a printer that has
 * paper, answers, and keeps what it was given.
 */
export const plugPrinter = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const printer: PagePrinter = { bytes: [], isPlugged: true }
    const answers: number[] = []
    let wake = () => undefined as void
    const say = (byte: number) => {
      answers.push(byte)
      wake()
    }
    const bulk = (direction: string, endpointNumber: number) => ({ direction, endpointNumber, type: 'bulk' })
    const device = {
      vendorId: 0x04b8,
      productId: 0x0202,
      serialNumber: 'X1',
      configuration: {
        interfaces: [
          { interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints: [bulk('out', 1), bulk('in', 2)] } },
        ],
      },
      open: () => (printer.isPlugged ? Promise.resolve() : Promise.reject(new Error('unplugged'))),
      close: () => Promise.resolve(),
      selectConfiguration: () => Promise.resolve(),
      claimInterface: () => Promise.resolve(),
      transferOut: (_endpoint: number, data: Uint8Array) => {
        if (!printer.isPlugged) return Promise.reject(new Error('unplugged'))
        printer.bytes.push(...data)
        const end = data.slice(-3).join(' ')
        if (end === '16 4 4') say(0x12)
        if (end === '29 114 1') say(0)
        return Promise.resolve({ status: 'ok' })
      },
      transferIn: async () => {
        while (answers.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        return { data: new DataView(Uint8Array.of(answers.shift() ?? 0).buffer) }
      },
    }
    let isAllowed = false
    const usb = {
      getDevices: () => Promise.resolve(isAllowed && printer.isPlugged ? [device] : []),
      requestDevice: () => {
        isAllowed = true
        return Promise.resolve(device)
      },
    }
    Object.defineProperty(navigator, 'usb', { value: usb, configurable: true })
    Object.assign(globalThis, { pagePrinter: printer })
  })

const read = <T>(page: Page, work: (printer: PagePrinter) => T): Promise<T> =>
  page.evaluate(`(${work.toString()})(globalThis.pagePrinter)`)

/** All that the printer of the page was given since the page was loaded. */
export const bytesPrinted = async (page: Page): Promise<Uint8Array> =>
  Uint8Array.from(await read(page, ({ bytes }) => bytes))

export const pullCable = (page: Page): Promise<unknown> =>
  read(page, (printer) => {
    printer.isPlugged = false
  })
export const plugCable = (page: Page): Promise<unknown> =>
  read(page, (printer) => {
    printer.isPlugged = true
  })
