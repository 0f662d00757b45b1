import { askDone, askPaper, encodePicture, hasPaper, kickDrawer } from './escpos.rules.ts'
import type { BitPicture } from './bit-picture.rules.ts'
import type { Printer, PrintProblem, PrintResult } from './print-job.types.ts'

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
