import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { type AuditFilter, auditExport, auditList } from '#shared/overview/audit.contract.ts'

export const searchRecord = (asked: z.input<typeof auditList.body>) => ask(auditList, asked)
export type RecordPage = z.output<typeof auditList.reply>
export const exportRecord = (filter: AuditFilter, how: ExportHow<'record'>) => ask(auditExport, { filter, ...how })
