import { z } from 'zod'

/** Where randomness comes from. Passed in everywhere, so that one seed replays one history. */
export interface Random {
  bytes(count: number): Uint8Array
  /** Uniform in [0, 1). */
  float(): number
}

export const Uuid = z.uuid()

export const SchoolId = z.uuid().brand<'SchoolId'>()
export type SchoolId = z.infer<typeof SchoolId>
export const UserId = z.uuid().brand<'UserId'>()
export type UserId = z.infer<typeof UserId>
export const DeviceId = z.uuid().brand<'DeviceId'>()
export type DeviceId = z.infer<typeof DeviceId>
export const CustomerId = z.uuid().brand<'CustomerId'>()
export type CustomerId = z.infer<typeof CustomerId>
export const ItemId = z.uuid().brand<'ItemId'>()
export type ItemId = z.infer<typeof ItemId>
export const ShiftId = z.uuid().brand<'ShiftId'>()
export type ShiftId = z.infer<typeof ShiftId>
export const SaleId = z.uuid().brand<'SaleId'>()
export type SaleId = z.infer<typeof SaleId>
export const OpId = z.uuid().brand<'OpId'>()
export type OpId = z.infer<typeof OpId>

/** A school's short code, the first label of its host name. */
export const SchoolCode = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)
export type SchoolCode = z.infer<typeof SchoolCode>

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
