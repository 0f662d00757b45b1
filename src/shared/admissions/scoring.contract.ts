import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, Role, UserId, Uuid } from '#shared/kernel/fields.ts'
import { appointmentKinds, isTop, maxItems, maxWeight, moderationTakes, recommendations } from './scoring.rules.ts'

/*
 * How staff score a child before a decision: sets of items for a grade and a year, each in versions, and what assessors have
 * found by them. Another thing than the specification's criteria forms, which families fill in (criteria.ts).
 */

export const AppointmentKind = z.enum(appointmentKinds)
export type AppointmentKind = z.infer<typeof AppointmentKind>

const Written = z.object({ en: z.string().trim().min(1).max(300), ar: z.string().trim().min(1).max(300) })
const Code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

const Answer = z.discriminatedUnion('kind', [
  /** Whole points from 0 to the top; tops that hundredths and thirds of points fit into. */
  z.object({ kind: z.literal('score'), top: z.int().refine(isTop) }),
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
  /** Who may judge it; nobody named: every assessor. */
  scorers: z.array(Role).max(10),
})
export type ScoringItem = z.infer<typeof ScoringItem>

/** What is scored, and by how many. */
export const ScoringBody = z.object({
  title: Written,
  items: z
    .array(ScoringItem)
    .min(1)
    .max(maxItems)
    .refine((items) => new Set(items.map(({ code }) => code)).size === items.length),
  /** What has to be so whatever the score; each assessor says whether it is. */
  rules: z
    .array(z.object({ code: Code, label: Written }))
    .max(20)
    .refine((rules) => new Set(rules.map(({ code }) => code)).size === rules.length),
  /** How many score each child, without seeing each other's answers before their own are in. */
  assessors: z.union([z.literal(1), z.literal(2)]),
  /** Two who are further apart than so many percent need somebody who decides between them. */
  gap: z.int().min(0).max(100),
  /** What has to have taken place. */
  appointments: z.array(AppointmentKind).max(appointmentKinds.length),
  /** A set that is not in force asks nothing of anybody. */
  isInForce: z.boolean(),
})
export type ScoringBody = z.infer<typeof ScoringBody>

const Year = z.int().min(2000).max(2200)
const Grade = z.string().trim().min(1).max(20)

export const ScoringSet = z.object({
  id: Uuid,
  entryYear: Year,
  grade: Grade,
  /** From 1. What was scored stays by the version that it was scored by; a version is never changed. */
  version: z.int(),
  body: ScoringBody,
  by: z.object({ userId: UserId, name: Bilingual }),
  at: Instant,
})
export type ScoringSet = z.infer<typeof ScoringSet>

/** Every set with all its versions, the latest first. @throws AppError access.denied */
export const scoringSets = endpoint({
  method: 'get',
  path: '/scoring/sets',
  audience: 'session',
  body: Nothing,
  reply: z.object({ sets: z.array(ScoringSet) }),
})

/** Adds a version. @throws AppError access.denied, scoring.changed (somebody was faster) */
export const setScoring = endpoint({
  method: 'post',
  path: '/scoring/sets',
  audience: 'session',
  body: z.object({
    entryYear: Year,
    grade: Grade,
    /** The version that was seen; 0 where there is none. */
    version: z.int().min(0),
    body: ScoringBody,
  }),
  reply: z.object({ set: ScoringSet }),
})

export const Recommendation = z.enum(recommendations)
const Answers = z.record(Code, z.union([z.int(), z.boolean(), Code]))
const Evidence = z.record(Code, z.string().trim().min(1).max(500))
const Fraction = z.object({ n: z.int(), d: z.int() })

const ScoreTotal = z.object({
  lines: z.array(z.object({ code: z.string(), raw: z.int(), of: z.int(), weight: z.int(), points: Fraction })),
  points: Fraction,
  of: z.int(),
  percent: Fraction.nullable(),
})

const Colleague = z.object({ userId: UserId, name: Bilingual })

/** What one assessor has found. */
export const Assessment = z.object({
  id: Uuid,
  by: Colleague,
  submittedAt: Instant,
  device: z.string(),
  /** Why it does not count any more; null while it does. */
  reopened: z.object({ reason: z.string(), by: Colleague, at: Instant }).nullable(),
  /** Null for whoever may not see it yet: their own is not in. */
  found: z
    .object({
      answers: Answers,
      evidence: Evidence,
      /** The rules of the set that are not met, by their codes. */
      unmet: z.array(z.string()),
      recommendation: Recommendation,
      conditions: z.string(),
      note: z.string(),
      total: ScoreTotal,
    })
    .nullable(),
})
export type Assessment = z.infer<typeof Assessment>

/** How the scoring of one student stands, as this person may see it. */
export const StudentScoring = z.object({
  student_id: Uuid,
  /** By which the student is scored; null where there is none for the grade and year. */
  set: ScoringSet.nullable(),
  /** The offer is made: nothing is scored any more. */
  isLocked: z.boolean(),
  /** Whether this person may score now. */
  maySubmit: z.boolean(),
  mayReopen: z.boolean(),
  mayModerate: z.boolean(),
  assessments: z.array(Assessment),
  /** Both are in and too far apart; null while that cannot be known or told. */
  needsModeration: z.boolean().nullable(),
  moderation: z
    .object({
      takes: z.enum(moderationTakes),
      recommendation: Recommendation,
      reason: z.string(),
      by: Colleague,
      at: Instant,
    })
    .nullable(),
  /** In hundredths of a percent; null before everybody is in. */
  result: z.int().nullable(),
})
export type StudentScoring = z.infer<typeof StudentScoring>

/** @throws AppError access.denied, request.not-found */
export const studentScoring = endpoint({
  method: 'post',
  path: '/scoring/student',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: StudentScoring,
})

/**
 * Hands in what one assessor has found; it is not changed afterwards. The same command again is answered as the scoring stands.
 * @throws AppError access.denied, request.not-found, scoring.locked, scoring.changed (another set, or enough are in),
 * scoring.incomplete with the item as `field`
 */
export const submitScore = endpoint({
  method: 'post',
  path: '/scoring/submit',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    commandId: OpId,
    setId: Uuid,
    scores: Answers,
    /** What single items rest on, by their codes; of no more items than this assessor judges. */
    evidence: Evidence.default({}),
    unmet: z.array(Code).max(20),
    recommendation: Recommendation,
    conditions: z.string().trim().max(1000),
    note: z.string().trim().max(2000),
  }),
  reply: StudentScoring,
})

/** An assessment counts no more; its assessor, or another one, scores anew. @throws AppError access.denied, request.not-found, scoring.locked */
export const reopenScore = endpoint({
  method: 'post',
  path: '/scoring/reopen',
  audience: 'session',
  body: z.object({ student_id: Uuid, id: Uuid, reason: z.string().trim().min(1).max(1000) }),
  reply: StudentScoring,
})

/**
 * Decides between two assessors; neither of them may. @throws AppError access.denied, request.not-found, scoring.locked,
 * scoring.changed (nothing to decide, or decided)
 */
export const moderateScore = endpoint({
  method: 'post',
  path: '/scoring/moderate',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    commandId: OpId,
    takes: z.enum(moderationTakes),
    recommendation: Recommendation,
    reason: z.string().trim().min(1).max(1000),
  }),
  reply: StudentScoring,
})
