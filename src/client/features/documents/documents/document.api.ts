// chunk: students
import type { z } from 'zod'
import { mimeOf } from '#client/platform/files/file-mime.ts'
import type { Carrier } from '#client/platform/files/send-file.ts'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import {
  type DocumentItem,
  documentPiece,
  documentUpload,
  studentDocuments,
} from '#shared/documents/document.contract.ts'
import {
  documentDecide,
  documentFile,
  documentLink,
  endDocumentLink,
} from '#shared/documents/document-review.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'

/**
 * What a device remembers of documents: no step, for none is taken without a network; of a paper that proves who somebody is
 * only how it stands; and nothing at all of one of health or custody.
 */
export const cachedItems = (items: readonly DocumentItem[]): DocumentItem[] =>
  items
    .filter(({ type }) => type.sensitivity !== 'S3')
    .map((item) => ({ ...item, acts: [], ...(item.type.sensitivity === 'S2' && { files: [], deeds: [] }) }))

export const readDocuments = (studentId: string) => ask(studentDocuments, { student_id: studentId })
/** The same, or where nobody answers how it stood when this device saw it last. */
export const recallDocuments = (studentId: string) =>
  fetchOrRecall(studentDocuments, { student_id: studentId }, ({ items, ...answer }) => ({
    ...answer,
    links: [],
    contact: null,
    items: cachedItems(items),
  }))
export const decideOn = (input: z.input<typeof documentDecide.body>) => ask(documentDecide, input)
export const askFamily = (input: z.input<typeof documentLink.body>) => ask(documentLink, input)
export const endLink = (studentId: string, id: string) => ask(endDocumentLink, { student_id: studentId, id })

export type StudentDocuments = z.infer<typeof studentDocuments.reply>

/** A file as the browser can show or save it; it is kept in memory alone. */
export async function fetchDocument(studentId: string, docId: string): Promise<File> {
  const { doc_name, kind, data } = await ask(documentFile, { student_id: studentId, doc_id: docId })
  return new File([fromBase64(data)], doc_name, { type: mimeOf[kind] })
}

/** How staff bring a file. */
export const byStaff = (student_id: string, type: string): Carrier => ({
  announce: async (file) => (await ask(documentUpload, { student_id, type, file })).file,
  piece: async (piece) => (await ask(documentPiece, { student_id, ...piece })).file,
})
