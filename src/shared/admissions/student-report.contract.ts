import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { OpId, Uuid } from '#shared/kernel/fields.ts'

/*
 * What the school knows of a child, as a letter of the school: for another school, a ministry, a family. Nothing of the highest
 * sensitivity ever stands in it.
 */

const maxCount = { title: 120, period: 120, comment: 2000 }
/** In one language at least; where one is empty the letter has the other in its place. */
const written = (length: number) =>
  z
    .object({ en: z.string().trim().max(length), ar: z.string().trim().max(length) })
    .refine(({ en, ar }) => en !== '' || ar !== '')

/** `scores`: what the assessors' points come to. `appointments`: those that were held. `documents`: how each paper stands. */
export const reportParts = ['scores', 'appointments', 'documents'] as const
export const ReportPart = z.enum(reportParts)
export type ReportPart = z.infer<typeof ReportPart>

/**
 * Issues the report of a student and gives its paper; the same command again gives the same letter. It is kept in the student's
 * file, and the one before it holds no more.
 * @throws AppError access.denied, request.not-found, letter.incomplete, letter.not-made
 */
export const issueReport = endpoint({
  method: 'post',
  path: '/student/report_pdf',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    title: written(maxCount.title),
    period: written(maxCount.period),
    comment: written(maxCount.comment).nullable(),
    parts: z.array(ReportPart).max(reportParts.length),
    commandId: OpId,
  }),
  reply: FileReply,
  isFile: true,
})
