import { scanFile, scanPiece, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import { consentScanUpload } from '#shared/consents/consent-paper.contract.ts'
import { chunkBytes } from '#shared/forms/form.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { FileState } from '#shared/kernel/fields.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { type Paper, paper, pieceOf } from './document-kit.ts'

interface Signature {
  student_id: string
  offerId: string
  signerId: string
}

/** Staff bring the scan of a signed paper, all of it. @returns how it arrived, or the message of the refusal */
export const bringScan = (box: Box, by: Caller, of: Signature, sent: Paper): Promise<string> =>
  bring(box, by, { to: scanUpload, body: { ...of, file: sent.ref } }, sent)

/** The same of a paper with what a family agrees to. */
export const bringConsentScan = (box: Box, by: Caller, student_id: string, sent: Paper): Promise<string> =>
  bring(box, by, { to: consentScanUpload, body: { student_id, scan: sent.ref } }, sent)

async function bring(
  box: Box,
  by: Caller,
  { to, body: asked }: { to: Endpoint; body: { student_id: string; [name: string]: unknown } },
  sent: Paper,
): Promise<string> {
  const { status, body } = await call(box.app, by, to, asked)
  if (status !== 200) return String(body.messageId)
  let state: string = FileState.parse(body.file).state
  for (let no = 0; no * chunkBytes < sent.content.length && state === 'awaited'; no += 1) {
    const piece = await call(box.app, by, scanPiece, { student_id: asked.student_id, ...pieceOf(sent, no) })
    if (piece.status !== 200) return String(piece.body.messageId)
    state = FileState.parse(piece.body.file).state
  }
  return state
}

/** The change that writes a signature on paper down, with a scan that has just arrived. */
export async function paperSigned(box: Box, by: Caller, of: Signature) {
  const sent = paper('pdf', `signed ${of.signerId}`)
  const state = await bringScan(box, by, of, sent)
  if (state !== 'complete') throw new Error(`the scan is ${state}`)
  const { offerId, signerId } = of
  return { kind: 'paper-signature', offerId, signerId, scanId: sent.ref.fileId } as const
}

export async function readScan(box: Box, by: Caller, student_id: string, scanId: string): Promise<string> {
  const { status, body } = await call(box.app, by, scanFile, { student_id, scanId })
  return status === 200 ? Buffer.from(String(body.data), 'base64').toString('latin1') : String(body.messageId)
}
