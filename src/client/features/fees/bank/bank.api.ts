// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { bankImports, resumeBankImport, stopBankImport } from '#shared/fees/bank/bank-import.contract.ts'
import { bankLines, bankLineTransfers, decideBankLine, importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { OpId } from '#shared/kernel/fields.ts'

export const listImports = () => ask(bankImports, {})
export const stopImport = (importId: string) => ask(stopBankImport, { importId })
export const resumeImport = (importId: string) => ask(resumeBankImport, { importId })
export const sendStatement = async (file: File, account: string, importId: OpId) =>
  ask(importStatement, { importId, account, data: toBase64(new Uint8Array(await file.arrayBuffer())) })
export type ImportResult = z.infer<typeof importStatement.reply>

/** One page of lines, with how many there are of each state. */
export const listLines = async (filter: Omit<z.input<typeof bankLines.body>, 'after'>, after?: string) => {
  const { lines, ...page } = await ask(bankLines, { ...filter, ...(after && { after }) })
  return { rows: lines, ...page }
}
export const decideLine = (asked: z.input<typeof decideBankLine.body>) => ask(decideBankLine, asked)

/** Transfers of a payer that a line may be linked to. */
export const findTransfers = async (lineId: string, payerId: string) =>
  (await ask(bankLineTransfers, { lineId, payerId })).payments
