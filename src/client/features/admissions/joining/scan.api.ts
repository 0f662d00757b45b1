import { mimeOf } from '#client/platform/files/file-mime.ts'
import type { Carrier } from '#client/platform/files/send-file.ts'
import { ask } from '#client/platform/http.ts'
import { scanFile, scanPiece, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import { consentScanUpload } from '#shared/consents/consent-paper.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'

/** Whose signature a scan shows, and on which offer; without, it is a paper with what a family agrees to. */
export interface ScanOf {
  student_id: string
  on?: { offerId: string; signerId: string }
}

/** How the scan of a signed paper is brought. */
export const scanCarrier = ({ student_id, on }: ScanOf): Carrier => ({
  announce: async (file) =>
    (await (on ? ask(scanUpload, { student_id, ...on, file }) : ask(consentScanUpload, { student_id, scan: file })))
      .file,
  piece: async (piece) => (await ask(scanPiece, { student_id, ...piece })).file,
})

/** A scan as the browser can show or save it; it is kept in memory alone. */
export async function fetchScan(student_id: string, scanId: string): Promise<File> {
  const { doc_name, kind, data } = await ask(scanFile, { student_id, scanId })
  return new File([fromBase64(data)], doc_name, { type: mimeOf[kind] })
}
