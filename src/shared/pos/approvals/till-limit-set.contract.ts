import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Instant, Revision, UserId, Uuid } from '#shared/kernel/fields.ts'
import { LimitedAct, TillLimit } from './till-limit.contract.ts'
import { limitRoles } from './usual-limits.ts'

/** Most limits of a school: every act of both roles, and some hundreds for people and tills. */
export const maxLimits = 600

/**
 * What a school sets for roles, people and tills: how far they may act, and whether they see the balance of an account, which can only be
 * forbidden. Stored permanently.
 */
export const SettableAct = z.enum([...LimitedAct.options, 'see-balance'])
export type SettableAct = z.infer<typeof SettableAct>

export const SetLimit = TillLimit.extend({ act: SettableAct })
export type SetLimit = z.infer<typeof SetLimit>

const subjectOf = {
  role: z.enum(limitRoles),
  person: UserId,
  device: Uuid,
} as const satisfies Record<TillLimit['kind'], z.ZodType>

/** The limits of all tills as they are saved: each subject and act once. */
export const TillLimits = z
  .array(
    SetLimit.refine(({ kind, subject }) => subjectOf[kind].safeParse(subject).success, { path: ['subject'] }).refine(
      ({ act, isForbidden }) => act !== 'see-balance' || isForbidden,
      { path: ['isForbidden'] },
    ),
  )
  .max(maxLimits)
  .refine((all) => new Set(all.map(({ kind, subject, act }) => `${kind} ${subject} ${act}`)).size === all.length, {
    path: ['twice'],
  })

const TillLimitSet = z.object({
  /** 0 before the first change. */
  version: Revision,
  changed: z.object({ by: Bilingual.nullable(), at: Instant }).nullable(),
  limits: z.array(SetLimit),
  currency: Currency,
  /** Who works at tills, by name. */
  people: z.array(z.object({ userId: UserId, name: Bilingual })),
  tills: z.array(z.object({ tillId: Uuid, name: Bilingual, site: Bilingual })),
})
export type TillLimitSet = z.infer<typeof TillLimitSet>

/** Returns the limits that the school has set for its tills. @throws AppError access.denied */
export const readTillLimits = endpoint({
  method: 'get',
  path: '/pos/till_limits',
  audience: 'session',
  body: Nothing,
  reply: TillLimitSet,
})

/**
 * Replaces the limits of all tills; open shifts have them with the next pull, within a minute. The same again changes nothing.
 * @throws AppError access.denied, settings.changed if somebody else has changed them since `seen`, request.not-found for a person or a till
 * that the school does not have
 */
export const changeTillLimits = endpoint({
  method: 'post',
  path: '/pos/till_limits',
  audience: 'session',
  body: z.object({ tillLimits: TillLimits, seen: Revision }),
  bodyLimit: 256 * 1024,
  reply: z.object({ version: Revision }),
})
