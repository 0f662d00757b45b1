import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, Int4 } from '#shared/kernel/fields.ts'

/** The way to a device's printer. `browser` is the print dialog, which works everywhere. */
export const printerPaths = ['browser', 'usb', 'serial', 'network', 'server'] as const

/**
 * `not-set-up`: nobody has chosen how to print · `untried`: chosen, and nothing printed since · `ready`: the last print went through, as
 * far as anybody can tell · `no-paper`: the printer said so · `failed`: the last print did not go through.
 */
export const PrinterState = z.enum(['not-set-up', 'untried', 'ready', 'no-paper', 'failed'])
export type PrinterState = z.infer<typeof PrinterState>

/** How a device stands, by its own word: nothing of what it sold, and nobody who works at it. */
export const DeviceCondition = z.object({
  /** Storage of this site in the browser; null where the browser doesn't tell. */
  storage: z
    .object({
      usedMb: Int4.min(0),
      quotaMb: Int4.min(0),
      /** True if the browser has promised not to clear it by itself. */
      isPersisted: z.boolean(),
    })
    .nullable(),
  /** Null for a device that prints nothing. */
  printer: z.object({ kind: z.enum(printerPaths), state: PrinterState }).nullable(),
})
export type DeviceCondition = z.infer<typeof DeviceCondition>

/** A condition with the server's time at which it came. */
export const ReportedCondition = DeviceCondition.extend({ reportedAt: Instant })
export type ReportedCondition = z.infer<typeof ReportedCondition>

/** A device says how it stands; the latest report counts. Repeating it changes nothing but its time. */
export const reportCondition = endpoint({
  method: 'post',
  path: '/devices/report_condition',
  audience: 'device',
  body: DeviceCondition,
  reply: z.object({ success: z.literal(true) }),
})
