import { z } from 'zod'
import { FoundSubmission } from '#shared/forms/found-submission.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { FoundStudent } from '#shared/students/student-row.contract.ts'

/** So many of each kind are shown; anyone who wants more looks in the list itself. */
export const maxFound = 8

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
