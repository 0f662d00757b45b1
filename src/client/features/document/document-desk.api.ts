import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { documentTypes, setDocumentTypes } from '#shared/contract/document-type.ts'
import { documentExport, documentQueue } from '#shared/contract/document-work.ts'
import type { ExportHow } from '#shared/contract/list-export.ts'
import type { DocumentWorkKind } from '#shared/rules/document-work.rules.ts'

export const readQueue = (queue: DocumentWorkKind, after?: string) =>
  ask(documentQueue, { queue, ...(after && { after }) })
export const readTypes = () => ask(documentTypes, {})
export const saveTypes = (input: z.input<typeof setDocumentTypes.body>) => ask(setDocumentTypes, input)
export const exportPapers = (queue: DocumentWorkKind, how: ExportHow<'papers'>) =>
  ask(documentExport, { filter: { queue }, ...how })
