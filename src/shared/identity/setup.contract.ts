import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Language, TypedName } from '#shared/kernel/fields.ts'
import { NewSchool } from '#shared/school/new-school.contract.ts'
import { Email } from './account.contract.ts'

/*
 * The first school of an installation is created by the set-up link that its server prints. The token travels in bodies only, so
 * that no log of requests has it.
 */

const SetupToken = z.string().max(100)

/**
 * What a set-up link is: `open`, or why it creates nothing: `expired` after 24 hours, `used` once it has created a school,
 * `closed` since the installation has a school of its own, `unknown` or replaced by a newer one.
 */
export const SetupState = z.enum(['open', 'expired', 'used', 'closed', 'unknown'])
export type SetupState = z.infer<typeof SetupState>

/** Whether a code may be a new school's. */
export const CodeState = z.enum(['free', 'taken', 'reserved', 'malformed'])
export type CodeState = z.infer<typeof CodeState>

/** @throws AppError request.too-many after many unknown tokens from one address */
export const checkSetup = endpoint({
  method: 'post',
  path: '/common/setup_check',
  audience: 'common',
  body: z.object({
    token: SetupToken,
    /** Code that somebody would like; looked up with an open link only. */
    code: z.string().max(60).optional(),
  }),
  reply: z.object({
    state: SetupState,
    /** Null where no code was asked about, or the link is not open. */
    code: CodeState.nullable(),
    /** Address of a school, with `*` in place of its code. */
    addresses: z.string(),
  }),
})

const PersonName = TypedName.pipe(z.string().max(100))

/** Creates the first school with its first administrator, once. @throws AppError request.too-many */
export const setUpSchool = endpoint({
  method: 'post',
  path: '/common/setup',
  audience: 'common',
  body: z.object({
    token: SetupToken,
    school: NewSchool,
    administrator: z.object({
      /** In at least one script; the other one stays empty. */
      name: z.object({ en: PersonName, ar: PersonName }).refine(({ en, ar }) => en !== '' || ar !== ''),
      /** Also the user name. */
      email: Email,
      /** Of the invitation. */
      language: Language,
    }),
  }),
  reply: z.discriminatedUnion('made', [
    z.object({
      made: z.literal(true),
      /** Origin of the new school. */
      address: z.string(),
      isMailed: z.boolean(),
      /** Where the administrator chooses a password; null where it was mailed. Answered once and kept nowhere. */
      link: z.string().nullable(),
      /** How long that link works. */
      hours: z.int(),
    }),
    z.object({ made: z.literal(false), problem: z.union([SetupState.exclude(['open']), z.literal('code-taken')]) }),
  ]),
})
