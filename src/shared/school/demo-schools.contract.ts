import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { SchoolCode } from '#shared/kernel/fields.ts'

/**
 * Returns the codes of the demo schools that the caller may remove: none at a demo school, and none where a provider runs the
 * installation. @throws AppError access.denied
 */
export const demoSchools = endpoint({
  method: 'get',
  path: '/school/demo_list',
  audience: 'session',
  body: Nothing,
  reply: z.object({ codes: z.array(SchoolCode) }),
})

/**
 * Removes the demo schools of this installation with everything in them, for good. For administrators of a school that is none:
 * everybody knows the passwords of a demo school's. Where a provider runs the installation it is theirs to do. @throws AppError access.denied
 */
export const removeDemoSchools = endpoint({
  method: 'post',
  path: '/school/demo_remove',
  audience: 'session',
  body: Nothing,
  reply: z.object({ removed: z.array(SchoolCode) }),
})
