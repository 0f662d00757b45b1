import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { documentExport, documentQueue } from '#shared/documents/document-work.contract.ts'
import type { DocumentWorkKind } from '#shared/documents/document-work.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

export const readQueue = (queue: DocumentWorkKind, after?: string) =>
  ask(documentQueue, { queue, ...(after && { after }) })
export const readTypes = () => ask(documentTypes, {})
export const saveTypes = (input: z.input<typeof setDocumentTypes.body>) => ask(setDocumentTypes, input)
export const exportDocuments = (queue: DocumentWorkKind, how: ExportHow<'papers'>) =>
  ask(documentExport, { filter: { queue }, ...how })
