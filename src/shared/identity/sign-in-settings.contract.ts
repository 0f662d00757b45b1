import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Revision, UserId } from '#shared/kernel/fields.ts'
import { staffRoles } from './staff.contract.ts'

/*
 * How people sign in to a school: whether strong roles need a second factor, and the school's own identity provider.
 */

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)

/** Members of a group of the provider have this role; who is in none of the groups of a role has it not. */
export const GroupRole = z.object({ group: line(300).min(1), role: z.enum(staffRoles) })
export type GroupRole = z.infer<typeof GroupRole>

const SignInSettings = z.object({
  requiresSecondFactor: z.boolean(),
  /** Of OpenID Connect, as `https://login.microsoftonline.com/<tenant>/v2.0`; empty for no provider. */
  issuer: line(300),
  clientId: line(300),
  /** The only tenant (`tid`) or domain (`hd`) from which people sign in; empty for none. */
  allowedTenant: line(200),
  allowedDomain: line(253),
  groupRoles: z.array(GroupRole).max(100),
  /** Whether staff sign in with the provider alone, but at tills. */
  isEnforced: z.boolean(),
  /** The one administrator who gets in by password and second factor all the same. */
  breakGlass: UserId.nullable(),
})

/** @throws AppError access.denied */
export const signInSettingsRead = endpoint({
  method: 'get',
  path: '/settings/sign_in',
  audience: 'session',
  body: Nothing,
  reply: SignInSettings.extend({
    revision: Revision,
    hasClientSecret: z.boolean(),
    /** The address that is registered at the provider. */
    redirectUri: z.string(),
    /** Whether this server reaches providers and keeps their secrets. */
    canUseProvider: z.boolean(),
    /** Administrators with a second factor, of whom one may break the glass. */
    keepers: z.array(z.object({ id: UserId, name: z.object({ en: z.string(), ar: z.string() }) })),
  }),
})

/**
 * @throws AppError access.denied, auth.step-up-needed, settings.changed, auth.no-key, auth.sso-issuer for an address that is no issuer or is
 * not allowed, auth.sso-incomplete where something is missing to enforce it, auth.break-glass-missing
 */
export const signInSettingsSet = endpoint({
  method: 'post',
  path: '/settings/sign_in',
  audience: 'session',
  stepUp: true,
  body: SignInSettings.extend({
    revision: Revision,
    /** Absent: it stays as it is. */
    clientSecret: z.string().trim().min(1).max(500).optional(),
  }),
  reply: z.object({ revision: Revision }),
})
