import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Int4, Uuid } from '#shared/kernel/fields.ts'
import { studentUpdate } from './student-file.contract.ts'

/** How many students are tried at once. */
export const maxRehearsed = 100

/**
 * What would come of one change of many students, each judged alone by the code that decides, and nothing changed by it.
 * `refused` says why by the message that the same command would be refused with. @throws AppError access.denied,
 * student.note-missing (of the whole list: the reason `other` without words)
 */
export const studentRehearse = endpoint({
  method: 'post',
  path: '/student/rehearse',
  audience: 'session',
  body: z.object({
    students: z
      .array(z.object({ student_id: Uuid, revision: Int4 }))
      .min(1)
      .max(maxRehearsed),
    change: studentUpdate.body.shape.change,
  }),
  reply: z.object({
    /** In the order in which they were asked for. */
    results: z.array(
      z.object({
        comes: z.enum(['taken', 'proposed', 'refused']),
        messageId: z.string().nullable(),
      }),
    ),
  }),
})
