// chunk: contract
import { z } from 'zod'
import { type Currency as CurrencyCode, currencyExponents } from './money.ts'
import { roles } from './roles.ts'

export const Language = z.enum(['en', 'ar'])
export type Language = z.infer<typeof Language>

/*
 * Schemas of the kernel's own types, each under the type's name. They stand here and not beside the arithmetic, because
 * a till sells without ever parsing: what it loads first must not bring zod along.
 */

/** A signed whole number of a currency's smallest unit. */
export const Minor = z.int().brand<'Minor'>()
export type Minor = z.infer<typeof Minor>
export const Currency = z.enum(Object.keys(currencyExponents) as [CurrencyCode])
export type Currency = z.infer<typeof Currency>

/** A UTC instant as ISO text with `Z`. */
export const Instant = z.iso.datetime({ offset: false })
export type Instant = z.infer<typeof Instant>
/** A calendar day in the school's own time zone, as `YYYY-MM-DD`. */
export const Day = z.iso.date()
export type Day = z.infer<typeof Day>

/*
 * What callers may send. A database that cannot hold a value fails the whole call, so that each number and day of an input is
 * bounded by its type. Replies keep the wider types: rows written before these bounds stay readable.
 */

/** A whole number that an integer column holds. */
export const Int4 = z.int32()
/** A counter that callers send back: a revision or a version. */
export const Revision = Int4.min(0)
export const Year = z.int().min(1900).max(2200)
const yearsAccepted = /^(?:19|2[01]|2200)/
export const DayInput = Day.regex(yearsAccepted)
export const InstantInput = Instant.regex(yearsAccepted)

export const Uuid = z.uuid()
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

/** What a file really is, told by its first bytes. */
export const FileKind = z.enum(['jpeg', 'png', 'webp', 'pdf'])
export type FileKind = z.infer<typeof FileKind>

/** A name as typed. Direction marks that came along are taken out; they could turn a sentence round. */
export const TypedName = z
  .string()
  .transform((name) => name.replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '').trim())

/** A file that a device announces, before its bytes follow in pieces. */
export const FileRef = z.object({
  fileId: Uuid,
  name: TypedName.pipe(z.string().max(300)),
  bytes: Int4.min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: FileKind,
})
export type FileRef = z.infer<typeof FileRef>

/** What the server has of an announced file. */
export const FileState = z.object({
  fileId: Uuid,
  state: z.enum(['awaited', 'complete', 'refused']),
  /** Chunks that have not arrived, by number from 0. */
  missing: z.array(z.int().min(0)),
})
export type FileState = z.infer<typeof FileState>

/** A school's short code, the first label of its host name. */
export const SchoolCode = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)
export type SchoolCode = z.infer<typeof SchoolCode>

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
