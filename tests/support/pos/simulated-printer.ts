import { type BytePort, PortClosed } from '#shared/pos/printing/byte-printer.ts'
import type { BitPicture } from '#shared/pos/printing/bit-picture.rules.ts'

/** What a printer did with the bytes it was given. */
export type PrinterAct =
  | { act: 'picture'; picture: BitPicture }
  | { act: 'cut' }
  | { act: 'feed'; lines: number }
  | { act: 'kick'; pin: number; onMs: number; offMs: number }
  | { act: 'ask'; what: 'paper' | 'done' }

/**
 * Decodes ESC/POS as a printer does. The bands of one print are put together to one picture.
 * @throws Error for a byte that no command begins with: a printer would print it as text
 */
export function decodeEscPos(bytes: Uint8Array): PrinterAct[] {
  const acts: PrinterAct[] = []
  let at = 0
  const byte = () => {
    const next = bytes[at]
    if (next === undefined) throw new Error('the bytes end within a command')
    at += 1
    return next
  }
  const twoBytes = () => byte() | (byte() << 8)
  const unknown = (...of: number[]) => new Error(`not ESC/POS: ${of.map((b) => b.toString(16)).join(' ')} before ${at}`)
  const escape = () => {
    const command = byte()
    if (command === 0x40) return
    if (command === 0x64) return void acts.push({ act: 'feed', lines: byte() })
    if (command === 0x70) return void acts.push({ act: 'kick', pin: byte(), onMs: byte() * 2, offMs: byte() * 2 })
    throw unknown(0x1b, command)
  }
  const raster = () => {
    if (byte() !== 0x30 || byte() !== 0) throw unknown(0x1d, 0x76)
    const across = twoBytes()
    const height = twoBytes()
    if (at + across * height > bytes.length) throw new Error('the picture is cut off')
    const rows = Uint8Array.from(bytes.subarray(at, at + across * height))
    at += across * height
    const above = acts.at(-1)
    if (above?.act !== 'picture')
      return void acts.push({ act: 'picture', picture: { width: across * 8, height, rows } })
    above.picture = {
      width: across * 8,
      height: above.picture.height + height,
      rows: Uint8Array.from([...above.picture.rows, ...rows]),
    }
  }
  const group = () => {
    const command = byte()
    if (command === 0x76) return raster()
    if (command === 0x56) {
      if (byte() >= 65) byte()
      return void acts.push({ act: 'cut' })
    }
    if (command === 0x72) return void acts.push({ act: 'ask', what: byte() === 1 ? 'done' : 'paper' })
    throw unknown(0x1d, command)
  }
  while (at < bytes.length) {
    const first = byte()
    if (first === 0x1b) escape()
    else if (first === 0x1d) group()
    else if (first === 0x10 && byte() === 4 && byte() === 4) acts.push({ act: 'ask', what: 'paper' })
    else throw unknown(first)
  }
  return acts
}

/** A printer on a line, whose cable, paper and speech a test rules. */
export class SimulatedPrinter implements BytePort {
  readonly acts: PrinterAct[] = []
  opened = 0
  hasCable = true
  hasPaper = true
  /** False for a line that leads one way only. */
  answers = true
  /** Bytes after which the cable comes out, once. */
  breaksAfter: number | undefined
  #replies: number[] = []
  #isOpen = false

  get pictures(): BitPicture[] {
    return this.acts.flatMap((each) => (each.act === 'picture' ? [each.picture] : []))
  }
  get kicks(): number {
    return this.acts.filter(({ act }) => act === 'kick').length
  }

  open(): Promise<void> {
    if (!this.hasCable) return Promise.reject(new PortClosed('unreachable'))
    if (this.#isOpen) return Promise.reject(new Error('opened twice'))
    this.#isOpen = true
    this.opened += 1
    return Promise.resolve()
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen || !this.hasCable) throw new Error('no cable')
    if (this.breaksAfter !== undefined && bytes.length > this.breaksAfter) {
      this.breaksAfter = undefined
      this.hasCable = false
      throw new Error('the cable is out')
    }
    // A printer takes its time; whoever writes meanwhile would mix two receipts.
    await Promise.resolve()
    for (const act of decodeEscPos(bytes)) {
      this.acts.push(act)
      if (act.act !== 'ask' || !this.answers) continue
      if (act.what === 'paper') this.#replies.push(this.hasPaper ? 0x12 : 0x72)
      else if (this.hasPaper) this.#replies.push(0)
    }
  }

  read(): Promise<number | undefined> {
    return Promise.resolve(this.#replies.shift())
  }

  close(): Promise<void> {
    this.#isOpen = false
    return Promise.resolve()
  }
}
