import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Int4 } from '#shared/kernel/fields.ts'
import { paperDots } from './bit-picture.rules.ts'

/** A receipt of two metres. */
const maxRows = 16_000
const maxBase64 = (paperDots / 8) * maxRows * 1.4

/** Where a printer of the school's network is reached, and by whom. */
export const NetworkPrinter = z.object({ address: z.string().max(300), by: z.enum(['server', 'browser']) })
export type NetworkPrinter = z.infer<typeof NetworkPrinter>

/** Printers that this server's own settings name for the school. */
export const networkPrinters = endpoint({
  method: 'post',
  path: '/pos/printers',
  audience: 'device',
  body: Nothing,
  reply: z.object({ printers: z.array(NetworkPrinter) }),
})

/**
 * Prints a picture at, or opens the drawer of, a printer that the server's settings name. Nothing else can be sent to it: no bytes of
 * the caller's own. Repeating it prints again.
 * @throws AppError access.denied with field `printer` for every other address
 */
export const printByServer = endpoint({
  method: 'post',
  path: '/pos/printers/print',
  audience: 'device',
  bodyLimit: Math.ceil(maxBase64) + 1000,
  body: z.object({
    printer: z.string().max(300),
    what: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('picture'),
        height: Int4.min(1).max(maxRows),
        /** Bits of the rows, each `paperDots` wide. */
        rows: z.base64().max(Math.ceil(maxBase64)),
      }),
      z.object({ kind: z.literal('drawer'), pin: z.union([z.literal(0), z.literal(1)]) }),
    ]),
  }),
  reply: z.object({
    state: z.enum(['queued', 'sent', 'confirmed', 'unknown']),
    why: z.string().optional(),
  }),
})
