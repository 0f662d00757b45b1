import { z } from 'zod'
import { Bilingual, endpoint } from './endpoint.ts'
import { Instant, Uuid } from './fields.ts'
import { StudentRow } from './student.ts'

/** So many of each kind are shown; whoever wants more looks in the list itself. */
export const mostFound = 8

const FoundStudent = StudentRow.pick({
  student_id: true,
  registration_id: true,
  student_name: true,
  student_name_ar: true,
  status: true,
  grade: true,
})
export type FoundStudent = z.infer<typeof FoundStudent>

/** What was handed in, by whoever wrote it: a parent, a guardian, an applicant. */
const FoundSubmission = z.object({
  id: Uuid,
  reference: z.string(),
  form: Bilingual,
  contact: z.string(),
  subjects: z.array(z.string()),
  receivedAt: Instant,
})
export type FoundSubmission = z.infer<typeof FoundSubmission>

/**
 * People and references by a few letters: the beginnings of words of a name in either script, of a reference, or five and more
 * digits of a phone number. Of each kind only what this person may see, the best first. What was typed is a name, and stands in
 * no address and so in no server's log. @throws AppError access.denied
 */
export const search = endpoint({
  method: 'post',
  path: '/search',
  audience: 'session',
  body: z.object({ text: z.string().trim().min(1).max(100) }),
  reply: z.object({ students: z.array(FoundStudent), submissions: z.array(FoundSubmission) }),
})
