import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { ScoringBody } from '#shared/admissions/scoring.contract.ts'
import type { ModerationTakes, Recommendation, ScoreAnswers } from '#shared/admissions/scoring.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Every version of every scorecard: append-only. The last version of a grade and year counts. */
export const scoringSets = pgTable(
  'scoring_sets',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** First calendar year of the school year. */
    entryYear: integer('entry_year').notNull(),
    grade: text('grade').notNull(),
    version: integer('version').notNull(),
    body: jsonb('body').$type<ScoringBody>().notNull(),
    setBy: uuid('set_by').$type<UserId>().notNull(),
    setAt: instant('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('scoring_sets_version_key').on(t.schoolId, t.entryYear, t.grade, t.version),
    ...appendOnlyPolicies('scoring_sets'),
  ],
)

/** Assessments, as submitted. */
export const scoringAssessments = pgTable(
  'scoring_assessments',
  {
    schoolId: schoolId(),
    /** Id of the submitting command. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    setId: uuid('set_id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    answers: jsonb('answers').$type<ScoreAnswers>().notNull(),
    /** Evidence for single criteria, by their codes. */
    evidence: jsonb('evidence').$type<Record<string, string>>().notNull().default({}),
    unmet: text('unmet').array().notNull(),
    recommendation: text('recommendation').$type<Recommendation>().notNull(),
    conditions: text('conditions').notNull(),
    note: text('note').notNull(),
    device: text('device').notNull(),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    submittedAt: instant('submitted_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('scoring_assessments_student_idx').on(t.schoolId, t.studentId),
    foreignKey({
      name: 'scoring_assessments_set_fk',
      columns: [t.schoolId, t.setId],
      foreignColumns: [scoringSets.schoolId, scoringSets.id],
    }),
    ...appendOnlyPolicies('scoring_assessments'),
    erasePolicy('scoring_assessments'),
  ],
)

/** Reopened assessments, with reason; they no longer count. */
export const scoringReopenings = pgTable(
  'scoring_reopenings',
  {
    schoolId: schoolId(),
    assessmentId: uuid('assessment_id').notNull(),
    reason: text('reason').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.assessmentId] }),
    foreignKey({
      name: 'scoring_reopenings_assessment_fk',
      columns: [t.schoolId, t.assessmentId],
      foreignColumns: [scoringAssessments.schoolId, scoringAssessments.id],
    }),
    ...appendOnlyPolicies('scoring_reopenings'),
    erasePolicy('scoring_reopenings', {
      by: ['assessment_id'],
    }),
  ],
)

/** Decisions between two assessments that differ widely. Valid while both of them are. */
export const scoringModerations = pgTable(
  'scoring_moderations',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    firstId: uuid('first_id').notNull(),
    secondId: uuid('second_id').notNull(),
    takes: text('takes').$type<ModerationTakes>().notNull(),
    recommendation: text('recommendation').$type<Recommendation>().notNull(),
    reason: text('reason').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('scoring_moderations_pair_key').on(t.schoolId, t.studentId, t.firstId, t.secondId),
    ...appendOnlyPolicies('scoring_moderations'),
    erasePolicy('scoring_moderations'),
  ],
)
