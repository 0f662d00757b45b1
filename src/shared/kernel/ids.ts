// chunk: frame
import type { z } from 'zod'
import { toBase64Url, toHex } from './bytes.ts'

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
  const text = toHex(bytes)
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

/** An opaque token of `byteCount` random bytes, base64url. */
export const randomToken = (random: Random, byteCount = 32): string => toBase64Url(random.bytes(byteCount))

/**
 * The one end that a thing can have, however often it is asked for: a sale's void, a shift's closing. The id with another
 * version digit. An end that a person has closed makes room for another one (`round`, from 0).
 */
export function endIdOf(id: string, round = 0): string {
  const last = (Number.parseInt(id.slice(-2), 16) + round) % 256
  return `${id.slice(0, 14)}8${id.slice(15, -2)}${last.toString(16).padStart(2, '0')}`
}
