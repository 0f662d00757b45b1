import { z } from 'zod'
import { type Currency as CurrencyCode, currencyExponents } from '#shared/kernel/money.ts'
import { roles } from '#shared/rules/roles.ts'

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

/** A school's short code, the first label of its host name. */
export const SchoolCode = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)
export type SchoolCode = z.infer<typeof SchoolCode>

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
