import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { studentConsents } from '#shared/consents/consent-paper.contract.ts'

export type StudentConsents = z.infer<typeof studentConsents.reply>
export type ConsentPerson = StudentConsents['people'][number]

export const readConsents = (student_id: string): Promise<StudentConsents> => ask(studentConsents, { student_id })
