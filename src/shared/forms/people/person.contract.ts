import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Uuid } from '#shared/kernel/fields.ts'

/** Somebody a submission is about, as staff see them beside another. */
export const PersonView = z.object({
  id: Uuid,
  /** In the script it was written in; the other one after it where both are known. */
  names: z.array(z.string()),
  birthDate: Day.nullable(),
  submission: z.object({ id: Uuid, reference: z.string(), form: Bilingual, receivedAt: Instant }),
})
export type PersonView = z.infer<typeof PersonView>

/** Why two may be one; rules and meaning: shared/rules/person-match.rules.ts. */
export const MatchReason = z.union([
  z.object({ clue: z.literal('name'), how: z.enum(['same', 'spelling', 'script', 'order', 'partly']) }),
  z.object({ clue: z.literal('birth-date'), how: z.enum(['same', 'day-and-month', 'one-digit']) }),
  z.object({ clue: z.enum(['phone', 'email']), how: z.literal('same') }),
])

/** What somebody decided about two people. Undone, it stays in the history. */
const Decided = z.object({ decisionId: Uuid, by: Bilingual, at: Instant })

/** One person of a submission with everybody they are, are not, or may be. */
export const KnownPerson = z.object({
  person: PersonView,
  /** Perhaps the same, most alike first. Nothing is ever merged by itself. */
  hints: z.array(z.object({ person: PersonView, reasons: z.array(MatchReason) })),
  /** Merged with this one. */
  same: z.array(z.object({ person: PersonView, ...Decided.shape })),
  /** Somebody looked and said that it is another. */
  apart: z.array(z.object({ person: PersonView, ...Decided.shape })),
})
export type KnownPerson = z.infer<typeof KnownPerson>

/** The people of one submission. @throws AppError access.denied, request.not-found */
export const submissionPeople = endpoint({
  method: 'get',
  path: '/people/of-submission',
  audience: 'session',
  body: z.object({ submissionId: Uuid }),
  reply: z.object({ people: z.array(KnownPerson) }),
})

/**
 * Says that two people are one, or that they are not. Each keeps what was handed in about them, so that it can be undone.
 * The same again changes nothing. @throws AppError access.denied, request.not-found, person.decided
 */
export const decideOnPeople = endpoint({
  method: 'post',
  path: '/people/decide',
  audience: 'session',
  body: z.object({ decision: z.enum(['same', 'apart']), personId: Uuid, otherId: Uuid }),
  reply: z.object({ decisionId: Uuid }),
})

/** Takes a decision back: both stand as they stood before. @throws AppError access.denied, request.not-found */
export const undoDecision = endpoint({
  method: 'post',
  path: '/people/undo',
  audience: 'session',
  body: z.object({ decisionId: Uuid }),
  reply: z.object({}),
})
