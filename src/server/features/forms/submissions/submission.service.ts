import { and, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { officeForms } from '#shared/school/office-forms.rules.ts'
import { formVersions, submissionFiles, submissions } from '../form.table.ts'
import { wasErased } from './submission.view.ts'

type Row = typeof submissions.$inferSelect

export interface SubmissionFilter {
  schoolId: string
  purpose: FormPurpose | undefined
  scope: SubmissionScope
  /** Last entry of the previous page: time of receipt and id. */
  before: { receivedAt: string; id: string } | undefined
  limit: number
}

export interface Listed {
  row: Row
  definition: FormDefinition
  filesAwaited: number
}

/** Lists submissions, newest first, each with its form as it was then. */
export async function listSubmissions(tx: Tx, filter: SubmissionFilter): Promise<Listed[]> {
  const { schoolId, purpose, scope, before, limit } = filter
  const isOlder: SQL | undefined =
    before &&
    sql`(${submissions.receivedAt}, ${submissions.id}) < (${before.receivedAt}::timestamptz, ${before.id}::uuid)`
  const found = await tx
    .select({ row: submissions, definition: formVersions.definition })
    .from(submissions)
    .innerJoin(formVersions, isItsForm)
    .where(
      and(eq(submissions.schoolId, schoolId), purpose && eq(submissions.purpose, purpose), inScope(scope), isOlder),
    )
    .orderBy(desc(submissions.receivedAt), desc(submissions.id))
    .limit(limit)
  const awaited = await countAwaited(
    tx,
    schoolId,
    found.map(({ row }) => row.id),
  )
  return found.map((each) => ({ ...each, filesAwaited: awaited.get(each.row.id) ?? 0 }))
}

/** Returns the condition that a submission is within a person's scope (`isInScope`). */
export function inScope({ families, work, office }: SubmissionScope): SQL | undefined {
  const { slug, purpose } = submissions
  const ofOthers = notInArray(slug, [...officeForms])
  return or(
    families ? and(ofOthers, ne(purpose, 'hr')) : undefined,
    work ? and(ofOthers, eq(purpose, 'hr')) : undefined,
    office.length > 0 ? inArray(slug, [...office]) : undefined,
    // No part of it: nothing is found.
    sql`false`,
  )
}

export const isItsForm = and(
  eq(formVersions.schoolId, submissions.schoolId),
  eq(formVersions.slug, submissions.slug),
  eq(formVersions.version, submissions.version),
)

async function countAwaited(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: submissionFiles.submissionId, count: sql<number>`count(*)::int` })
    .from(submissionFiles)
    .where(
      and(
        eq(submissionFiles.schoolId, schoolId),
        inArray(submissionFiles.submissionId, [...ids]),
        eq(submissionFiles.state, 'awaited'),
      ),
    )
    .groupBy(submissionFiles.submissionId)
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
}

/** Returns one submission with its files; undefined for an unknown id. */
export async function findSubmission(tx: Tx, schoolId: string, id: string) {
  const [found] = await tx
    .select({ row: submissions, definition: formVersions.definition })
    .from(submissions)
    .innerJoin(formVersions, isItsForm)
    .where(and(eq(submissions.schoolId, schoolId), eq(submissions.id, id)))
  if (!found) return undefined
  const files = await tx
    .select()
    .from(submissionFiles)
    .where(and(eq(submissionFiles.schoolId, schoolId), eq(submissionFiles.submissionId, id)))
    .orderBy(submissionFiles.path, submissionFiles.id)
  return { ...found, files }
}

/** Refuses requests about an unknown or erased submission. @throws AppError request.not-found, student.erased */
export async function requireSubmission(tx: Tx, schoolId: string, id: string): Promise<void> {
  const found = await findSubmission(tx, schoolId, id)
  if (!found) throw new AppError('request.not-found')
  if (wasErased(found.row)) throw new AppError('student.erased')
}

/** Name of a submission in a list of people. */
export interface SubmissionName {
  id: string
  reference: string
  form: Bilingual
  receivedAt: Instant
}

/** Returns the names of those submissions that exist, by id; with `scope`, of those within it. */
export async function submissionNames(
  tx: Tx,
  schoolId: string,
  ids: readonly string[],
  scope?: SubmissionScope,
): Promise<Map<string, SubmissionName>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({
      id: submissions.id,
      reference: submissions.reference,
      receivedAt: submissions.receivedAt,
      definition: formVersions.definition,
    })
    .from(submissions)
    .innerJoin(formVersions, isItsForm)
    .where(and(eq(submissions.schoolId, schoolId), inArray(submissions.id, [...new Set(ids)]), scope && inScope(scope)))
  return new Map(found.map(({ definition, ...row }) => [row.id, { ...row, form: definition.title }]))
}

/** Returns a completely received file. */
export async function findFile(tx: Tx, schoolId: string, submissionId: string, fileId: string) {
  const [file] = await tx
    .select()
    .from(submissionFiles)
    .where(
      and(
        eq(submissionFiles.schoolId, schoolId),
        eq(submissionFiles.submissionId, submissionId),
        eq(submissionFiles.id, fileId),
        eq(submissionFiles.state, 'complete'),
      ),
    )
  return file
}
