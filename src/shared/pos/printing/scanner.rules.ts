import { toHex } from '#shared/kernel/bytes.ts'

/** How the reader at this device types the number of a card. */
export interface ScannerProfile {
  /** What stands before and after the number; taken off where it is there. */
  prefix: string
  suffix: string
  /** `text`: the number as it is, for barcodes and printed cards · else the chip's bytes, as a number. */
  numbers: 'text' | 'hex' | 'decimal'
  /** Whether the reader types the chip's last byte first. */
  order: 'first' | 'last'
}

export const usualScanner: ScannerProfile = { prefix: '', suffix: '', numbers: 'text', order: 'first' }

/** Bytes of a chip's number: four, seven or ten. */
const chipBytes = [4, 7, 10] as const

function bytesOf(code: string, numbers: 'hex' | 'decimal'): number[] | undefined {
  const digits = code.replaceAll(/[\s:.-]/g, '')
  const isNumber = numbers === 'hex' ? /^[0-9a-f]{2,20}$/i.test(digits) : /^\d{1,25}$/.test(digits)
  if (!isNumber) return undefined
  const hex = numbers === 'hex' ? digits : BigInt(digits).toString(16)
  const length = chipBytes.find((bytes) => hex.length <= bytes * 2)
  if (!length) return undefined
  const padded = hex.padStart(length * 2, '0')
  return Array.from({ length }, (_, at) => Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16))
}

/** Takes the reader's own prefix and suffix off a scan. */
export function strippedScan(raw: string, { prefix, suffix }: Pick<ScannerProfile, 'prefix' | 'suffix'>): string {
  let code = raw.trim()
  if (prefix !== '' && code.startsWith(prefix)) code = code.slice(prefix.length)
  if (suffix !== '' && code.endsWith(suffix)) code = code.slice(0, -suffix.length)
  return code.trim()
}

/**
 * Returns the number of a card as every reader of the school has it: the chip's bytes in hex, the first byte first. A profile of
 * `text`, and a scan that is no number, gives what was scanned.
 */
export function cardNoOf(raw: string, profile: ScannerProfile): string {
  const code = strippedScan(raw, profile)
  if (profile.numbers === 'text') return code
  const bytes = bytesOf(code, profile.numbers)
  if (!bytes) return code
  return toHex(Uint8Array.from(profile.order === 'last' ? bytes.toReversed() : bytes)).toUpperCase()
}

/**
 * Returns the numbers under which a scanned card may be known, the likeliest first: as every reader of the school has it, as a decimal
 * number, which schools had before their readers were set up, and last as it was scanned: a number whose bytes stand the other way
 * round may be another pupil's.
 */
export function cardNosOf(raw: string, profile: ScannerProfile): string[] {
  const cardNo = cardNoOf(raw, profile)
  const forms = [cardNo]
  if (profile.numbers !== 'text' && /^([0-9A-F]{2})+$/.test(cardNo)) {
    const decimal = BigInt(`0x${cardNo}`).toString()
    forms.push(cardNo.toLowerCase(), decimal, decimal.padStart(10, '0'))
  }
  return [...new Set([...forms, strippedScan(raw, profile)])]
}
