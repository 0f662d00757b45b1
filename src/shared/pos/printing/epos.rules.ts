import { toBase64 } from '#shared/kernel/bytes.ts'
import type { BitPicture } from './bit-picture.rules.ts'
import type { PrintResult } from './print-job.types.ts'

/*
 * Epson's ePOS-Print XML: a document posted to the printer itself, which answers when it is printed.
 */

/** Where a printer takes documents; it gives up after ten seconds. */
export const eposPath = '/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000'

const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${body}</epos-print></s:Body></s:Envelope>`

/** Returns the document that prints a picture and cuts. */
export const eposPicture = ({ width, height, rows }: BitPicture): string =>
  envelope(
    `<image width="${width}" height="${height}" color="color_1" mode="mono">${toBase64(rows)}</image><feed line="3"/><cut type="feed"/>`,
  )

/** Prints nothing: a printer that answers it is there. */
export const eposNothing = envelope('')

/** Returns the document that opens the drawer. */
export const eposKick = (pin: 0 | 1): string =>
  envelope(`<pulse drawer="${pin === 0 ? 'drawer_1' : 'drawer_2'}" time="pulse_100"/>`)

/** Codes of a printer that has not printed. */
const notPrinted: Readonly<Record<string, PrintResult>> = {
  EPTR_REC_EMPTY: { state: 'queued', why: 'no-paper' },
  EPTR_COVER_OPEN: { state: 'queued', why: 'not-ready' },
  DeviceNotFound: { state: 'queued', why: 'not-ready' },
  EX_BADPORT: { state: 'queued', why: 'not-ready' },
  SchemaError: { state: 'queued', why: 'not-ready' },
  PrintSystemError: { state: 'queued', why: 'not-ready' },
}

/** Reads what the printer answers; whatever is no such answer leaves the job unknown. */
export function readEposReply(text: string): PrintResult {
  const response = /<(?:\w+:)?response\b[^>]*>/.exec(text)?.[0] ?? ''
  const part = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(response)?.[1]
  const success = part('success')
  if (success === 'true' || success === '1') return { state: 'confirmed' }
  return notPrinted[part('code') ?? ''] ?? { state: 'unknown', why: 'no-answer' }
}
