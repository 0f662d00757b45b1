import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { decideMessage, studentMessages } from '#shared/contract/student-message.ts'

export const readMessages = (studentId: string) => ask(studentMessages, { student_id: studentId })
export const decideOnMessage = (input: z.input<typeof decideMessage.body>) => ask(decideMessage, input)

export type Deed = z.input<typeof decideMessage.body>['deed']
