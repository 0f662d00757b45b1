import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { auditList } from '#shared/contract/audit.ts'

export const searchRecord = (asked: z.input<typeof auditList.body>) => ask(auditList, asked)
export type RecordPage = z.output<typeof auditList.reply>
