// chunk: fees
import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import {
  type exportProfiles,
  feeExportFile,
  feeExportFiles,
  feeExports,
  makeFeeExport,
} from '#shared/fees/export/export-batch.contract.ts'
import { lockPeriod, periodLock } from '#shared/fees/fee-refund.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'

export type ExportProfile = (typeof exportProfiles)[number]
export type PeriodLocks = z.infer<typeof periodLock.reply>

export const listBatches = () => ask(feeExports, {})
export const makeBatch = async (until: string, batchId: OpId) => (await ask(makeFeeExport, { batchId, until })).batch
export const readLocks = () => ask(periodLock, {})
export const lockUntil = (until: string) => ask(lockPeriod, { until })

/** Saves every file of a batch for a target. @returns how many there were */
export async function saveBatch(batchId: string, profile: ExportProfile): Promise<number> {
  const { files } = await ask(feeExportFiles, { batchId, profile })
  for (const at of files.keys()) saveFile(await ask(feeExportFile, { batchId, profile, fileNo: at + 1 }))
  return files.length
}
