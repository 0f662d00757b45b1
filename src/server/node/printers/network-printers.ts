import { connect, type Socket } from 'node:net'
import type { NetworkPrinters } from '#server/kernel/deps.ts'
import { type BytePort, bytePrinter, PortClosed } from '#shared/pos/printing/byte-printer.ts'
import type { Printer, PrintResult } from '#shared/pos/printing/print-job.types.ts'
import type { PrinterAddress } from './printer-addresses.ts'

const connectMs = 3000
/** A printer that takes nothing for so long is out of order. */
const writeMs = 15_000
/** Jobs that may wait for one printer; more means that it prints nothing. */
const mostWaiting = 20

/** A connection to a printer, which it keeps for one job: printers of a network talk to one caller at a time. */
class TcpPort implements BytePort {
  readonly #to: PrinterAddress
  #socket: Socket | undefined
  #heard: number[] = []
  #onHeard: () => void = () => undefined

  constructor(to: PrinterAddress) {
    this.#to = to
  }

  open(): Promise<void> {
    const { host, port } = this.#to
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true })
      socket.setTimeout(connectMs, () => socket.destroy(new Error('too slow')))
      socket.once('error', (error) => reject(new PortClosed('unreachable', error)))
      socket.once('connect', () => {
        socket.setTimeout(0)
        // An error after this is met by the write that it spoils.
        socket.on('error', () => undefined)
        socket.on('data', (data) => {
          this.#heard.push(...data)
          this.#onHeard()
        })
        this.#socket = socket
        resolve()
      })
    })
  }

  write(bytes: Uint8Array): Promise<void> {
    const socket = this.#socket
    if (!socket || socket.destroyed) return Promise.reject(new Error('the connection is closed'))
    return new Promise((resolve, reject) => {
      socket.setTimeout(writeMs, () => socket.destroy(new Error('too slow')))
      socket.once('close', () => reject(new Error('the connection is closed')))
      socket.write(bytes, (error) => {
        socket.setTimeout(0)
        if (error) reject(error)
        else resolve()
      })
    })
  }

  async read(ms: number): Promise<number | undefined> {
    if (this.#heard.length === 0 && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#onHeard = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.#heard.shift()
  }

  close(): Promise<void> {
    const socket = this.#socket
    this.#socket = undefined
    if (!socket || socket.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      socket.once('close', () => resolve())
      socket.end()
      setTimeout(() => socket.destroy(), 1000).unref()
    })
  }
}

/** A printer that takes one job after the other, from however many tills. */
function inTurn(to: PrinterAddress): Printer {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const take = (work: (printer: Printer) => Promise<PrintResult>): Promise<PrintResult> => {
    if (waiting >= mostWaiting) return Promise.resolve({ state: 'queued', why: 'not-ready' })
    waiting += 1
    const done = last.then(async () => {
      const printer = bytePrinter(new TcpPort(to))
      try {
        return await work(printer)
      } finally {
        waiting -= 1
        await printer.close()
      }
    })
    last = done.catch(() => undefined)
    return done
  }
  return { print: (picture) => take((it) => it.print(picture)), kick: (pin) => take((it) => it.kick(pin)) }
}

/** Returns the printers that the settings name, and no others, whatever a school asks for. */
export function openNetworkPrinters(addresses: readonly PrinterAddress[]): NetworkPrinters {
  const isFor = (code: string) => (each: PrinterAddress) => each.school === undefined || each.school === code
  const dialled = new Map(addresses.filter(({ by }) => by === 'server').map((each) => [each.address, inTurn(each)]))
  return {
    of: (code) => addresses.filter(isFor(code)).map(({ address, by }) => ({ address, by })),
    at: (code, asked) => {
      const found = addresses.filter(isFor(code)).find(({ address, by }) => by === 'server' && address === asked)
      return found && dialled.get(found.address)
    },
  }
}
