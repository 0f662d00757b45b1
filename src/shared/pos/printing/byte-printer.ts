import type { BitPicture } from './bit-picture.rules.ts'
import type { Printer, PrintProblem, PrintResult } from './print-job.types.ts'

/*
 * The part of ESC/POS that a receipt drawn as a picture needs. Bytes as in Epson's reference; other makers follow it.
 */

const esc = 0x1b
const gs = 0x1d
const dle = 0x10

/** Rows of one raster command: small printers hold no more in memory. */
const bandRows = 128

const twoBytes = (n: number): [number, number] => [n & 0xff, n >> 8]

/** `GS v 0`: one band of a picture. */
function encodeBand(picture: BitPicture, from: number, rows: number): number[] {
  const across = picture.width / 8
  const data = picture.rows.subarray(from * across, (from + rows) * across)
  return [gs, 0x76, 0x30, 0, ...twoBytes(across), ...twoBytes(rows), ...data]
}

/** Returns the commands that print a picture, feed it past the knife and cut. */
export function encodePicture(picture: BitPicture): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [esc, 0x40]
  for (let from = 0; from < picture.height; from += bandRows) {
    const band = encodeBand(picture, from, Math.min(bandRows, picture.height - from))
    for (const byte of band) bytes.push(byte)
  }
  bytes.push(esc, 0x64, 4, gs, 0x56, 0x42, 0)
  return Uint8Array.from(bytes)
}

/** Connector of the drawer at the printer: pin 2 or pin 5 of its socket. */
export type DrawerPin = 0 | 1

/** `ESC p m t1 t2`: opens the drawer with a pulse of 100 ms; the times count in steps of 2 ms. */
export const kickDrawer = (pin: DrawerPin): Uint8Array<ArrayBuffer> => Uint8Array.of(esc, 0x70, pin, 50, 250)

/** `DLE EOT 4`: asks for the paper sensor; answered at once, also while the printer is busy. */
export const askPaper = Uint8Array.of(dle, 0x04, 4)

/** `GS r 1`: answered in its turn, that is, once everything before it has been printed. */
export const askDone = Uint8Array.of(gs, 0x72, 1)

/** Returns whether the answer to `askPaper` says that there is paper. */
export const hasPaper = (answer: number): boolean => (answer & 0x60) !== 0x60

/** The printer could not be opened, and nothing was sent. */
export class PortClosed extends Error {
  override name = 'PortClosed'
  readonly why: PrintProblem
  constructor(why: PrintProblem, cause?: unknown) {
    super(`the printer is not open: ${why}`, { cause })
    this.why = why
  }
}

/** A line to a printer that takes bytes. */
export interface BytePort {
  /** @throws PortClosed */
  open(): Promise<void>
  /** Resolves when the printer has taken all of it. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Resolves with the next byte that the printer sends, or undefined when none comes within `ms`. */
  read(ms: number): Promise<number | undefined>
  close(): Promise<void>
}

interface Patience {
  /** How long the answer about paper is waited for: a printer that speaks answers within a few milliseconds. */
  askMs: number
  /** How long the end of the print is waited for. */
  doneMs: number
}

/**
 * A printer at the end of a line of bytes. The line stays open between jobs; after a failed write it is closed, and opened again for
 * the next job. A printer that never answers is believed when it has taken the bytes.
 */
class BytePrinter implements Printer {
  readonly #port: BytePort
  readonly #patience: Patience
  #isOpen = false

  constructor(port: BytePort, patience: Patience) {
    this.#port = port
    this.#patience = patience
  }

  async print(picture: BitPicture): Promise<PrintResult> {
    let paper: number | undefined
    try {
      await this.#open()
      paper = await this.#askForPaper()
    } catch (error) {
      return this.#notBegun(error)
    }
    if (paper !== undefined && !hasPaper(paper)) return { state: 'queued', why: 'no-paper' }
    try {
      await this.#port.write(encodePicture(picture))
      if (paper === undefined) return { state: 'sent' }
      await this.#port.write(askDone)
      const done = await this.#port.read(this.#patience.doneMs)
      return done === undefined ? { state: 'unknown', why: 'no-answer' } : { state: 'confirmed' }
    } catch {
      await this.close()
      return { state: 'unknown', why: 'cut-off' }
    }
  }

  async kick(pin: 0 | 1): Promise<PrintResult> {
    try {
      await this.#open()
    } catch (error) {
      return this.#notBegun(error)
    }
    try {
      await this.#port.write(kickDrawer(pin))
      return { state: 'sent' }
    } catch {
      await this.close()
      return { state: 'unknown', why: 'cut-off' }
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#port.close().catch(() => undefined)
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return
    await this.#port.open()
    this.#isOpen = true
  }

  /** Asks before anything is printed. */
  async #askForPaper(): Promise<number | undefined> {
    // What it says late about the job before is no answer to this question.
    while ((await this.#port.read(0)) !== undefined);
    await this.#port.write(askPaper)
    return this.#port.read(this.#patience.askMs)
  }

  async #notBegun(error: unknown): Promise<PrintResult> {
    await this.close()
    return { state: 'queued', why: error instanceof PortClosed ? error.why : 'unreachable' }
  }
}

/** Returns the printer at a line of bytes. */
export const bytePrinter = (port: BytePort, patience: Patience = { askMs: 400, doneMs: 8000 }): BytePrinter =>
  new BytePrinter(port, patience)
