import type { BitPicture } from './bit-picture.rules.ts'

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
