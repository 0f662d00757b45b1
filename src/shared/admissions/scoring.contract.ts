// chunk: desk-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Int4, Revision, Role, UserId, Uuid } from '#shared/kernel/fields.ts'
import { appointmentKinds, isTop, maxItems, maxWeight } from './scoring.rules.ts'

/*
 * Scoring of a child by staff before a decision: versioned scorecards (`set`) for a grade and a year, and assessments
 * made with them. Different from the specification's criteria forms, which families answer (criteria.ts).
 */

export const AppointmentKind = z.enum(appointmentKinds)
export type AppointmentKind = z.infer<typeof AppointmentKind>

const Written = z.object({ en: z.string().trim().min(1).max(300), ar: z.string().trim().min(1).max(300) })
export const Code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

const Answer = z.discriminatedUnion('kind', [
  /** Whole points from 0 to `top`; only tops that divide `pointParts` are allowed. */
  z.object({ kind: z.literal('score'), top: Int4.refine(isTop) }),
  z.object({ kind: z.literal('yes-no') }),
  z.object({
    kind: z.literal('band'),
    bands: z
      .array(z.object({ code: Code, label: Written, points: z.int().min(0).max(20) }))
      .min(2)
      .max(10)
      .refine((bands) => bands.some(({ points }) => points > 0))
      .refine((bands) => new Set(bands.map(({ code }) => code)).size === bands.length),
  }),
])

export const ScoringItem = z.object({
  code: Code,
  label: Written,
  answer: Answer,
  weight: z.int().min(1).max(maxWeight),
  required: z.boolean(),
  /** Roles that may score it; empty means every assessor. */
  scorers: z.array(Role).max(10),
})
export type ScoringItem = z.infer<typeof ScoringItem>

/** A scorecard: its criteria, and the number of assessors. */
export const ScoringBody = z.object({
  title: Written,
  items: z
    .array(ScoringItem)
    .min(1)
    .max(maxItems)
    .refine((items) => new Set(items.map(({ code }) => code)).size === items.length),
  /** Rules that must be met regardless of the score; each assessor states whether they are. */
  rules: z
    .array(z.object({ code: Code, label: Written }))
    .max(20)
    .refine((rules) => new Set(rules.map(({ code }) => code)).size === rules.length),
  /** Number of assessors per child; none sees another's answers before submitting their own. */
  assessors: z.union([z.literal(1), z.literal(2)]),
  /** Difference in percentage points beyond which two assessments need moderation. */
  gap: z.int().min(0).max(100),
  /** Appointments that must have taken place. */
  appointments: z.array(AppointmentKind).max(appointmentKinds.length),
  /** A scorecard that is not in force requires nothing. */
  isInForce: z.boolean(),
})
export type ScoringBody = z.infer<typeof ScoringBody>

const Year = z.int().min(2000).max(2200)
const Grade = z.string().trim().min(1).max(20)

export const ScoringSet = z.object({
  id: Uuid,
  entryYear: Year,
  grade: Grade,
  /** From 1. Assessments keep the version they were made with; a version never changes. */
  version: z.int(),
  body: ScoringBody,
  by: z.object({ userId: UserId, name: Bilingual }),
  at: Instant,
})
export type ScoringSet = z.infer<typeof ScoringSet>

/** Lists every scorecard with all its versions, latest first. @throws AppError access.denied */
export const scoringSets = endpoint({
  method: 'get',
  path: '/scoring/sets',
  audience: 'session',
  body: Nothing,
  reply: z.object({ sets: z.array(ScoringSet) }),
})

/** Adds a version. @throws AppError access.denied, scoring.changed (changed by someone else since) */
export const setScoring = endpoint({
  method: 'post',
  path: '/scoring/sets',
  audience: 'session',
  body: z.object({
    entryYear: Year,
    grade: Grade,
    /** The version it is based on; 0 when there is none. */
    version: Revision,
    body: ScoringBody,
  }),
  reply: z.object({ set: ScoringSet }),
})
