import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { issueReport } from '#shared/admissions/student-report.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'

export type ReportDraft = Omit<z.input<typeof issueReport.body>, 'student_id' | 'commandId'>

/** Issues a report and saves its paper. @param commandId the same for every try of one press */
export const saveReport = async (studentId: string, draft: ReportDraft, commandId: string): Promise<void> =>
  saveFile(await ask(issueReport, { ...draft, student_id: studentId, commandId: OpId.parse(commandId) }))
