import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Int4 } from '#shared/kernel/fields.ts'
import { ConsentPurpose, ConsentWording } from './consent.contract.ts'

/*
 * The wordings of a school's consents, as administrators see and publish them. A version is never changed: what was decided stays bound
 * to the version that was shown.
 */

/**
 * Who must agree to a new wording: `nobody` (earlier answers count for it), `new` (only families that are asked afterwards; who was
 * asked before goes on seeing the earlier wording), `everyone` (who agreed before is asked again).
 */
export const AgreeAgain = z.enum(['nobody', 'new', 'everyone'])
export type AgreeAgain = z.infer<typeof AgreeAgain>

const Version = ConsentWording.omit({ purpose: true }).extend({
  publishedAt: Instant,
  /** Null for the wordings that the school began with. */
  by: Bilingual.nullable(),
  again: AgreeAgain,
  /** From this day an agreement to an earlier version counts no more; null where it goes on counting. */
  lapsesOn: Day.nullable(),
  /** How many guardians agree under it now. */
  agreed: z.int(),
})

const Definition = z.object({
  purpose: ConsentPurpose,
  /** False where the school does not ask about it now. */
  isOffered: z.boolean(),
  /** Newest first. */
  versions: z.array(Version).min(1),
})
export type ConsentDefinition = z.infer<typeof Definition>

/** Returns every consent with all its wordings, in the school's order. @throws AppError access.denied */
export const consentDefinitions = endpoint({
  method: 'get',
  path: '/consent/definitions',
  audience: 'session',
  body: Nothing,
  reply: z.object({ definitions: z.array(Definition) }),
})

const text = (most: number) =>
  z.object({ en: z.string().trim().min(1).max(most), ar: z.string().trim().min(1).max(most) })

/** A new wording; `seen` is the version that it was written upon. */
export const NewConsentWording = z
  .object({
    purpose: ConsentPurpose,
    seen: Int4.min(1),
    title: text(120),
    wording: text(4000),
    otherwise: text(600),
    again: AgreeAgain,
    lapsesOn: DayInput.nullable(),
  })
  .refine(({ again, lapsesOn }) => again === 'everyone' || lapsesOn === null, { path: ['lapsesOn'] })
export type NewConsentWording = z.infer<typeof NewConsentWording>

/**
 * Publishes the next version of a wording. The same sent again is answered as before.
 * @throws AppError access.denied, request.not-found, request.invalid (agreeing again to faces, which has its own setting; a lapse in
 * the past), settings.changed if somebody else has published since `seen`
 */
export const publishConsentWording = endpoint({
  method: 'post',
  path: '/consent/definition',
  audience: 'session',
  body: z.object({ newWording: NewConsentWording }),
  bodyLimit: 64 * 1024,
  reply: z.object({ version: Int4 }),
})
