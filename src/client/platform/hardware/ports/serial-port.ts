// chunk: hardware
import { type BytePort, PortClosed } from '#shared/pos/printing/byte-printer.ts'
import type { CableId } from '../hardware-settings.ts'
import { ByteInbox } from './byte-inbox.ts'

/* The part of Web Serial that a printer needs; TypeScript's own library has no types of it. */

export interface SerialDevice {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>> | null
  open(options: { baudRate: number; bufferSize: number }): Promise<void>
  close(): Promise<void>
  getInfo(): { usbVendorId?: number; usbProductId?: number }
}
interface Serial {
  getPorts(): Promise<SerialDevice[]>
  requestPort(): Promise<SerialDevice>
}

const serial = (): Serial | undefined => (globalThis.navigator as { serial?: Serial } | undefined)?.serial

export const hasSerial = (): boolean => serial() !== undefined

/** Speeds at which printers are set to listen; most come with the first or the last. */
export const baudRates = [9600, 19_200, 38_400, 57_600, 115_200] as const

const idOf = (port: SerialDevice): CableId => {
  const { usbVendorId, usbProductId } = port.getInfo()
  return { vendorId: usbVendorId, productId: usbProductId, serialNumber: undefined }
}

/** Lets the person choose a port; call it from a tap. Undefined when none is chosen. */
export async function chooseSerial(): Promise<CableId | undefined> {
  try {
    const port = await serial()?.requestPort()
    return port && idOf(port)
  } catch {
    return undefined
  }
}

async function findSerial(wanted: CableId | null): Promise<SerialDevice> {
  const ports = (await serial()?.getPorts()) ?? []
  const found = ports.find((port) => {
    const { vendorId, productId } = idOf(port)
    return vendorId === wanted?.vendorId && productId === wanted?.productId
  })
  if (!found) throw new PortClosed('unreachable')
  return found
}

/** A printer on a serial cable, or on one that the machine shows as such. */
export class SerialPrinterPort implements BytePort {
  readonly #wanted: CableId | null
  readonly #baudRate: number
  readonly #find: (wanted: CableId | null) => Promise<SerialDevice>
  readonly #inbox = new ByteInbox()
  #port: SerialDevice | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(wanted: CableId | null, baudRate: number, find = findSerial) {
    this.#wanted = wanted
    this.#baudRate = baudRate
    this.#find = find
  }

  async open(): Promise<void> {
    const port = await this.#find(this.#wanted)
    try {
      await port.open({ baudRate: this.#baudRate, bufferSize: 16_384 })
    } catch (error) {
      throw new PortClosed('not-ready', error)
    }
    this.#port = port
    this.#inbox.clear()
    if (port.readable) {
      this.#reader = port.readable.getReader()
      void this.#listen(this.#reader)
    }
  }

  /** Hears the printer until it is closed or unplugged. */
  async #listen(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        this.#inbox.put(value)
      }
    } catch {
      // The next write meets the same fault.
    }
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const writer = this.#port?.writable?.getWriter()
    if (!writer) throw new PortClosed('unreachable')
    try {
      await writer.write(bytes)
    } finally {
      writer.releaseLock()
    }
  }

  read(ms: number): Promise<number | undefined> {
    return this.#inbox.take(ms)
  }

  async close(): Promise<void> {
    const port = this.#port
    const reader = this.#reader
    this.#port = undefined
    this.#reader = undefined
    await reader?.cancel().catch(() => undefined)
    reader?.releaseLock()
    await port?.close()
  }
}
