// chunk: hardware
import { type BytePort, PortClosed } from '#shared/pos/printing/byte-printer.ts'
import type { CableId } from '../hardware-settings.ts'
import { ByteInbox } from './byte-inbox.ts'

/* The part of WebUSB that a printer needs; TypeScript's own library has no types of it. */

interface UsbEndpoint {
  endpointNumber: number
  direction: 'in' | 'out'
  type: string
}
interface UsbInterface {
  interfaceNumber: number
  alternate: { interfaceClass: number; endpoints: readonly UsbEndpoint[] }
}
export interface UsbDevice {
  readonly vendorId: number
  readonly productId: number
  readonly serialNumber?: string | undefined
  readonly productName?: string | undefined
  readonly configuration: { interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(no: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<{ status?: string }>
  transferIn(endpoint: number, length: number): Promise<{ data?: DataView }>
}
interface Usb {
  getDevices(): Promise<UsbDevice[]>
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
}

/** USB's class of printers. */
const printerClass = 7

const usb = (): Usb | undefined => (globalThis.navigator as { usb?: Usb } | undefined)?.usb

export const hasUsb = (): boolean => usb() !== undefined

const idOf = ({ vendorId, productId, serialNumber }: UsbDevice): CableId => ({ vendorId, productId, serialNumber })

/** Lets the person choose a printer; call it from a tap. Undefined when none is chosen. */
export async function chooseUsb(): Promise<CableId | undefined> {
  try {
    const device = await usb()?.requestDevice({ filters: [{ classCode: printerClass }] })
    return device && idOf(device)
  } catch {
    return undefined
  }
}

/** The chosen printer, where it is plugged in and the permission still holds. */
async function findUsb(wanted: CableId | null): Promise<UsbDevice> {
  const devices = (await usb()?.getDevices()) ?? []
  const found = devices.find(
    ({ vendorId, productId, serialNumber }) =>
      vendorId === wanted?.vendorId && productId === wanted.productId && serialNumber === wanted.serialNumber,
  )
  if (!found) throw new PortClosed('unreachable')
  return found
}

/** A printer on a USB cable. */
export class UsbPort implements BytePort {
  readonly #wanted: CableId | null
  readonly #find: (wanted: CableId | null) => Promise<UsbDevice>
  readonly #inbox = new ByteInbox()
  #device: UsbDevice | undefined
  #out = 0

  constructor(wanted: CableId | null, find = findUsb) {
    this.#wanted = wanted
    this.#find = find
  }

  async open(): Promise<void> {
    const device = await this.#find(this.#wanted)
    try {
      await device.open()
      if (!device.configuration) await device.selectConfiguration(1)
      const printer = device.configuration?.interfaces.find(
        ({ alternate }) => alternate.interfaceClass === printerClass,
      )
      const endpoint = (direction: 'in' | 'out') =>
        printer?.alternate.endpoints.find((each) => each.direction === direction && each.type === 'bulk')
      const out = endpoint('out')
      if (!printer || !out) throw new PortClosed('not-ready')
      await device.claimInterface(printer.interfaceNumber)
      this.#device = device
      this.#out = out.endpointNumber
      this.#inbox.clear()
      const from = endpoint('in')
      if (from) void this.#listen(device, from.endpointNumber)
    } catch (error) {
      await device.close().catch(() => undefined)
      // On Windows the printer's own driver holds it.
      throw error instanceof PortClosed ? error : new PortClosed('denied', error)
    }
  }

  /** Hears the printer until it is closed or unplugged. */
  async #listen(device: UsbDevice, endpoint: number): Promise<void> {
    try {
      while (this.#device === device) {
        const { data } = await device.transferIn(endpoint, 64)
        if (data) this.#inbox.put(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
      }
    } catch {
      // The next write meets the same fault.
    }
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!this.#device) throw new PortClosed('unreachable')
    const { status } = await this.#device.transferOut(this.#out, bytes)
    if (status !== 'ok') throw new Error(`the printer says ${status}`)
  }

  read(ms: number): Promise<number | undefined> {
    return this.#inbox.take(ms)
  }

  async close(): Promise<void> {
    const device = this.#device
    this.#device = undefined
    await device?.close()
  }
}
