import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { type DocumentQueue, documentExport, documentQueue } from '#shared/documents/document-work.contract.ts'
import type { DocumentWorkKind } from '#shared/documents/document-work.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

/** A page as a device may remember it: nothing of health or custody. */
export const withoutSensitive = (page: DocumentQueue): DocumentQueue => ({
  ...page,
  rows: page.rows.filter(({ type }) => type.sensitivity !== 'S3'),
})

/** One kind of work; its first page is remembered on this device. */
export const readQueue = (queue: DocumentWorkKind, after?: string) =>
  after ? ask(documentQueue, { queue, after }) : fetchOrRecall(documentQueue, { queue }, withoutSensitive)
export const readTypes = () => ask(documentTypes, {})
export const saveTypes = (input: z.input<typeof setDocumentTypes.body>) => ask(setDocumentTypes, input)
export const exportDocuments = (queue: DocumentWorkKind, how: ExportHow<'papers'>) =>
  ask(documentExport, { filter: { queue }, ...how })
