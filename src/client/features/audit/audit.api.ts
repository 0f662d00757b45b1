import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { auditExport, type AuditFilter, auditList } from '#shared/contract/audit.ts'
import type { ExportHow } from '#shared/contract/list-export.ts'

export const searchRecord = (asked: z.input<typeof auditList.body>) => ask(auditList, asked)
export type RecordPage = z.output<typeof auditList.reply>
export const exportRecord = (filter: AuditFilter, how: ExportHow<'record'>) => ask(auditExport, { filter, ...how })
