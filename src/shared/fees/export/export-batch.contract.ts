import { z } from 'zod'
import { endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Int4, OpId, Uuid } from '#shared/kernel/fields.ts'

/** Targets of an export: a neutral CSV, Xero, Odoo, Tally. */
export const exportProfiles = ['neutral', 'xero', 'odoo', 'tally'] as const

export const FeeExportBatch = z.object({
  batchId: Uuid,
  /** `E-000001`: without gaps. */
  number: z.string(),
  until: Day,
  currency: Currency,
  journals: z.int(),
  at: Instant,
})
export type FeeExportBatch = z.infer<typeof FeeExportBatch>

/**
 * Puts every journal up to a day that is in no batch into the next one, and locks these days. Sent again it is the same batch.
 * @throws AppError access.denied, request.invalid (a day that has not passed), request.not-found (nothing to export)
 */
export const makeFeeExport = endpoint({
  method: 'post',
  path: '/fees/export_batch',
  audience: 'session',
  body: z.object({ batchId: OpId, until: DayInput }),
  reply: z.object({ batch: FeeExportBatch }),
})

/** Lists the latest 200 batches. @throws AppError access.denied */
export const feeExports = endpoint({
  method: 'get',
  path: '/fees/export_batches',
  audience: 'session',
  body: Nothing,
  reply: z.object({ batches: z.array(FeeExportBatch), count: z.int() }),
})

/**
 * Names the files of a batch for a target in their order: Xero has several for a large batch.
 * @throws AppError access.denied, request.not-found, fees.export-decimals (the target keeps two decimals and the currency has three)
 */
export const feeExportFiles = endpoint({
  method: 'get',
  path: '/fees/export_files',
  audience: 'session',
  body: z.object({ batchId: Uuid, profile: z.enum(exportProfiles) }),
  reply: z.object({ files: z.array(z.string()) }),
})

/**
 * Returns a file of a batch for a target, from 1; the same bytes whenever it is asked for. Xero has several for a large batch.
 * @throws AppError access.denied, request.not-found (also a file that the batch has not), fees.export-decimals (the target keeps two
 * decimals and the currency has three)
 */
export const feeExportFile = endpoint({
  method: 'post',
  path: '/fees/export_file',
  audience: 'session',
  body: z.object({ batchId: Uuid, profile: z.enum(exportProfiles), fileNo: Int4.min(1).default(1) }),
  reply: FileReply,
  isFile: true,
})
