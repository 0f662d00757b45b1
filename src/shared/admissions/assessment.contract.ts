import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, Int4, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Code, ScoringSet } from './scoring.contract.ts'
import { moderationTakes, recommendations } from './scoring.rules.ts'

export const Recommendation = z.enum(recommendations)
const Answers = z.record(Code, z.union([Int4, z.boolean(), Code]))
const Evidence = z.record(Code, z.string().trim().min(1).max(500))
const Fraction = z.object({ n: z.int(), d: z.int() })

const ScoreTotal = z.object({
  lines: z.array(z.object({ code: z.string(), raw: z.int(), of: z.int(), weight: z.int(), points: Fraction })),
  points: Fraction,
  of: z.int(),
  percent: Fraction.nullable(),
})

const Colleague = z.object({ userId: UserId, name: Bilingual })

/** One assessor's assessment. */
export const Assessment = z.object({
  id: Uuid,
  by: Colleague,
  submittedAt: Instant,
  device: z.string(),
  /** The reason it no longer counts; null while it does. */
  reopened: z.object({ reason: z.string(), by: Colleague, at: Instant }).nullable(),
  /** Null for a reader who may not see it yet, because their own is not submitted. */
  found: z
    .object({
      answers: Answers,
      evidence: Evidence,
      /** Codes of the scorecard's rules that are not met. */
      unmet: z.array(z.string()),
      recommendation: Recommendation,
      conditions: z.string(),
      note: z.string(),
      total: ScoreTotal,
    })
    .nullable(),
})
export type Assessment = z.infer<typeof Assessment>

/** Scoring status of one student, as this person may see it. */
export const StudentScoring = z.object({
  student_id: Uuid,
  /** The applicable scorecard; null when there is none for the grade and year. */
  set: ScoringSet.nullable(),
  /** An offer was made; scoring is closed. */
  isLocked: z.boolean(),
  /** Whether this person may score now. */
  maySubmit: z.boolean(),
  mayReopen: z.boolean(),
  mayModerate: z.boolean(),
  assessments: z.array(Assessment),
  /** Both are submitted and too far apart; null while that is unknown or may not be shown. */
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
  /** In hundredths of a percent; null until all assessments are submitted. */
  result: z.int().nullable(),
})
export type StudentScoring = z.infer<typeof StudentScoring>

/** Returns the scoring of one student. @throws AppError access.denied, request.not-found */
export const studentScoring = endpoint({
  method: 'post',
  path: '/scoring/student',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: StudentScoring,
})

/**
 * Submits an assessment, which cannot be changed afterwards. Repeating the command returns the current scoring.
 * @throws AppError access.denied, request.not-found, scoring.locked, scoring.changed (another scorecard, or enough
 * assessments), scoring.incomplete (`field` is the criterion)
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
    /** Evidence for single criteria, by code; only for criteria this assessor scores. */
    evidence: Evidence.default({}),
    unmet: z.array(Code).max(20),
    recommendation: Recommendation,
    conditions: z.string().trim().max(1000),
    note: z.string().trim().max(2000),
  }),
  reply: StudentScoring,
})

/**
 * Reopens scoring: an assessment no longer counts, and its assessor or another one scores again.
 * @throws AppError access.denied, request.not-found, scoring.locked
 */
export const reopenScore = endpoint({
  method: 'post',
  path: '/scoring/reopen',
  audience: 'session',
  body: z.object({ student_id: Uuid, id: Uuid, reason: z.string().trim().min(1).max(1000) }),
  reply: StudentScoring,
})

/**
 * Decides between two assessors; neither of them may.
 * @throws AppError access.denied, request.not-found, scoring.locked, scoring.changed (nothing to decide, or decided
 * already)
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
