import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Revision } from '#shared/kernel/fields.ts'
import { staffRoles } from './staff.contract.ts'

/*
 * How people sign in to a school: whether strong roles need a second factor, and the school's own identity provider.
 */

/** Members of a group of the provider get this role at their sign-in. */
export const GroupRole = z.object({ group: z.string().trim().min(1).max(200), role: z.enum(staffRoles) })
export type GroupRole = z.infer<typeof GroupRole>

const SignInSettings = z.object({
  requiresSecondFactor: z.boolean(),
})

/** @throws AppError access.denied */
export const signInSettingsRead = endpoint({
  method: 'get',
  path: '/settings/sign_in',
  audience: 'session',
  body: Nothing,
  reply: SignInSettings.extend({ revision: Revision }),
})

/** @throws AppError access.denied, auth.step-up-needed, settings.changed */
export const signInSettingsSet = endpoint({
  method: 'post',
  path: '/settings/sign_in',
  audience: 'session',
  stepUp: true,
  body: SignInSettings.extend({ revision: Revision }),
  reply: z.object({ revision: Revision }),
})
