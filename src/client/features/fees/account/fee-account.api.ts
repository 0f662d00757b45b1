import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { feePaper } from '#shared/fees/family/fee-paper.contract.ts'
import { feeDocument } from '#shared/fees/fee-document.contract.ts'

/** What this device remembers of it lets a desk without a network take cash for the right item. */
export const readFeeAccount = (number: string) => fetchOrRecall(feeAccount, { number })
export const readFeeDocument = async (documentId: string) => (await ask(feeDocument, { documentId })).document
export const saveFeePaper = async (documentId: string): Promise<void> => saveFile(await ask(feePaper, { documentId }))
