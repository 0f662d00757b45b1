import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, SchoolCode, TypedName } from '#shared/kernel/fields.ts'
import { Email } from './account.contract.ts'
import { NewTotp } from './second-factor.contract.ts'

/*
 * The provider is who runs an installation for several schools: an account above schools, created at the machine by
 * `npm run provider`. It creates schools and lets their administrators in; of what is in a school it sees nothing.
 */

export const ProviderFactorAsked = z.object({ ticket: z.string(), mustSetUp: z.boolean(), expiresAt: Instant })
export type ProviderFactorAsked = z.infer<typeof ProviderFactorAsked>

const Ticket = z.string().max(100)
/** Six digits of the authenticator app, in digits of any script, or a recovery code. */
const TypedCode = z.string().trim().min(1).max(60)
const ProviderSession = z.object({ token: z.string(), expiresAt: Instant })

/**
 * Proves the first factor of a provider. A wrong address or password is answered, not refused (`secondFactor` null). Who is right continues
 * with the ticket: by a code, or with `mustSetUp` by setting up an authenticator app. Only a server without a key of its own, which can keep
 * no secret of an app, opens the session at once. @throws AppError auth.too-many-attempts
 */
export const providerSignIn = endpoint({
  method: 'post',
  path: '/common/provider_sign_in',
  audience: 'common',
  body: z.object({ email: z.string().max(254), password: z.string().max(256) }),
  reply: z.discriminatedUnion('entered', [
    ProviderSession.extend({ entered: z.literal(true) }),
    z.object({ entered: z.literal(false), secondFactor: ProviderFactorAsked.nullable() }),
  ]),
})

/**
 * Completes a provider's sign-in by a code, which is used up by it.
 * @throws AppError auth.ticket-over, auth.factor-wrong, auth.too-many-attempts
 */
export const providerByCode = endpoint({
  method: 'post',
  path: '/common/provider_code',
  audience: 'common',
  body: z.object({ ticket: Ticket, code: TypedCode }),
  reply: ProviderSession,
})

/** Begins to set up a provider's authenticator app. @throws AppError auth.ticket-over, auth.no-key */
export const providerFactorBegin = endpoint({
  method: 'post',
  path: '/common/provider_factor_begin',
  audience: 'common',
  body: z.object({ ticket: Ticket }),
  reply: NewTotp,
})

/** Confirms it by its first code, and signs in. @throws AppError auth.ticket-over, auth.factor-wrong, auth.too-many-attempts */
export const providerFactorConfirm = endpoint({
  method: 'post',
  path: '/common/provider_factor_confirm',
  audience: 'common',
  body: z.object({ ticket: Ticket, code: TypedCode }),
  reply: ProviderSession.extend({ recoveryCodes: z.array(z.string()) }),
})

export const providerSignOut = endpoint({
  method: 'post',
  path: '/common/provider_sign_out',
  audience: 'provider',
  body: Nothing,
  reply: z.object({ success: z.literal(true) }),
})

export const ProvidedSchool = z.object({
  code: SchoolCode,
  name: Bilingual,
  /** Origin of its pages. */
  address: z.string(),
  createdAt: Instant,
  isDemo: z.boolean(),
  /** False where nobody can manage it: nobody was invited, or all were shut out. */
  hasAdministrator: z.boolean(),
})
export type ProvidedSchool = z.infer<typeof ProvidedSchool>

/** Lists the schools by code, a page at a time. @param after code of the last school of the page before */
export const providerSchools = endpoint({
  method: 'get',
  path: '/common/provider_schools',
  audience: 'provider',
  body: z.object({
    after: z.string().max(60).optional(),
    /** Part of a code or a name. */
    search: z.string().trim().max(100).optional(),
  }),
  reply: z.object({ schools: z.array(ProvidedSchool), hasMore: z.boolean(), hasDemo: z.boolean() }),
})

/**
 * Creates a link to the page on which a school is set up, for one school within 24 hours. `template`: code of a school whose texts,
 * forms, consent wordings, till settings and catalogue the new one begins with; nothing about people.
 * @throws AppError request.not-found
 */
export const providerSetupLink = endpoint({
  method: 'post',
  path: '/common/provider_setup_link',
  audience: 'provider',
  body: z.object({ template: SchoolCode.optional() }),
  reply: z.object({
    /** With the token behind `#`. */
    path: z.string(),
  }),
})

const PersonName = TypedName.pipe(z.string().max(100))

/**
 * Lets an administrator choose a password: one of the school with this address, or a first one where nobody manages the school yet, in
 * place of one who was invited and has not joined. Mailed to them; without email on this server the link is answered once, and only
 * for an administrator who has not joined.
 * @throws AppError request.not-found, provider.other-administrator, auth.user-name-taken
 */
export const providerAdministrator = endpoint({
  method: 'post',
  path: '/common/provider_administrator',
  audience: 'provider',
  body: z.object({
    code: z.string().max(60),
    administrator: z.object({
      name: z.object({ en: PersonName, ar: PersonName }).refine(({ en, ar }) => en !== '' || ar !== ''),
      email: Email,
      language: Language,
    }),
  }),
  reply: z.object({ isMailed: z.boolean(), link: z.string().nullable(), hours: z.int() }),
})

/** Removes the demo schools with everything in them, for good. */
export const providerDemoRemove = endpoint({
  method: 'post',
  path: '/common/provider_demo_remove',
  audience: 'provider',
  body: Nothing,
  reply: z.object({ removed: z.array(SchoolCode) }),
})
