import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { SchoolCode } from '#shared/kernel/fields.ts'

/**
 * Removes the demo schools of this installation with everything in them, for good. For administrators of a school that is none:
 * everybody knows the passwords of a demo school's. @throws AppError access.denied
 */
export const removeDemoSchools = endpoint({
  method: 'post',
  path: '/school/demo_remove',
  audience: 'session',
  body: Nothing,
  reply: z.object({ removed: z.array(SchoolCode) }),
})
