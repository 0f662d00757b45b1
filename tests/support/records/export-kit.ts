import { strFromU8, unzipSync } from 'fflate'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { fileFrom } from '#tests/support/letters/letters-made.ts'
import type { Box, Caller } from '#tests/support/server.ts'

/** The lines of a list as CSV in English, its head first. */
export async function linesFrom(box: Box, by: Caller, to: Endpoint, asked: object = {}): Promise<string[]> {
  const { bytes } = await fileFrom(box, by, to, { language: 'en', format: 'csv', ...asked })
  return Buffer.from(bytes).toString('utf8').slice(1).trimEnd().split('\r\n')
}

/** The rows of a list as a workbook has them. */
export async function bookFrom(box: Box, by: Caller, to: Endpoint, asked: object = {}): Promise<string> {
  const { bytes } = await fileFrom(box, by, to, { language: 'ar', format: 'xlsx', ...asked })
  return strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
}
