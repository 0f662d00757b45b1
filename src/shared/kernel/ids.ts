import type { z } from 'zod'

/** Where randomness comes from. Passed in everywhere, so that one seed replays one history. */
export interface Random {
  bytes(count: number): Uint8Array
  /** Uniform in [0, 1). */
  float(): number
}

type Uuid<Noun extends string> = string & z.$brand<Noun>

export type UserId = Uuid<'UserId'>
export type DeviceId = Uuid<'DeviceId'>
export type CustomerId = Uuid<'CustomerId'>
export type ItemId = Uuid<'ItemId'>
export type ShiftId = Uuid<'ShiftId'>
export type SaleId = Uuid<'SaleId'>
export type OpId = Uuid<'OpId'>

/** A school's short code, the first label of its host name. */
export type SchoolCode = string

const hex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** A UUID version 7 (RFC 9562): 48 bits of time in ms, then randomness. Ids sort roughly by creation. */
export function uuidv7(nowMs: number, random: Random): string {
  const bytes = random.bytes(16)
  let time = Math.max(0, Math.floor(nowMs))
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = hex(bytes)
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

/** An opaque token of `byteCount` random bytes, base64url. */
export function randomToken(random: Random, byteCount = 32): string {
  const binary = Array.from(random.bytes(byteCount), (b) => String.fromCharCode(b)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Every platform this runs on has it; `shared` itself is compiled without any platform's types. */
declare function btoa(binary: string): string
