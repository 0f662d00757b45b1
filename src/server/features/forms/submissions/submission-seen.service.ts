import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { SubmissionRow } from '#shared/forms/submission.contract.ts'
import { formVersions, submissions } from '../form.table.ts'
import { isItsForm } from './submission.service.ts'
import { submissionRow } from './submission.view.ts'

/** Returns list data of these submissions, by id. */
export async function submissionViews(
  tx: Tx,
  schoolId: string,
  ids: readonly string[],
): Promise<Map<string, z.input<typeof SubmissionRow>>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ row: submissions, definition: formVersions.definition })
    .from(submissions)
    .innerJoin(formVersions, isItsForm)
    .where(and(eq(submissions.schoolId, schoolId), inArray(submissions.id, [...ids])))
  const plain = { filesAwaited: 0, mayBeKnown: false, work: null }
  return new Map(found.map(({ row, definition }) => [row.id, submissionRow(row, definition, plain)]))
}
