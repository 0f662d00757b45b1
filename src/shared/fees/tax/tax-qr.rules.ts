import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { type Currency, toDecimalText } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'

/** Every platform this runs on has them; `shared` itself is compiled without any platform's types. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

/** What the QR code of a Saudi tax document says (phase 1). */
export interface TaxQr {
  readonly seller: string
  readonly vatNumber: string
  readonly issuedAt: Instant
  /** With tax, in minor units. */
  readonly total: number
  readonly tax: number
}

const maxValueBytes = 255

/**
 * Returns the base64 text of the QR code: tag, length in UTF-8 bytes and value of seller, VAT number, time, total and VAT.
 * A seller's name above 255 bytes is cut at a character.
 */
export function taxQrText({ seller, vatNumber, issuedAt, total, tax }: TaxQr, currency: Currency): string {
  const time = issuedAt.replace(/\.\d+Z$/, 'Z')
  const values = [cut(seller), vatNumber, time, toDecimalText(total, currency), toDecimalText(tax, currency)]
  return toBase64(Uint8Array.from(values.flatMap((value, no) => entry(no + 1, value))))
}

function entry(tag: number, value: string): number[] {
  const bytes = new TextEncoder().encode(value)
  if (bytes.length > maxValueBytes) throw new RangeError(`value of tag ${tag} is too long`)
  return [tag, bytes.length, ...bytes]
}

function cut(text: string): string {
  const utf8 = new TextEncoder()
  let kept = ''
  let length = 0
  for (const character of text.toWellFormed()) {
    length += utf8.encode(character).length
    if (length > maxValueBytes) break
    kept += character
  }
  return kept
}

/** Returns the values of a QR text by tag; undefined when it is none. */
export function readTaxQr(text: string): ReadonlyMap<number, string> | undefined {
  const bytes = fromBase64(text)
  const values = new Map<number, string>()
  for (let at = 0; at < bytes.length; ) {
    const [tag, length] = [bytes[at], bytes[at + 1]]
    if (tag === undefined || length === undefined || at + 2 + length > bytes.length) return undefined
    values.set(tag, new TextDecoder().decode(bytes.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return values
}
