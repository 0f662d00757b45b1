import type { SenderCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { documents } from './document.table.ts'
import { recordReceipt } from './document-file.service.ts'
import { formDocuments } from './document-form.rules.ts'
import { typesOf } from './document-type.service.ts'

/**
 * Registers an application's files as documents of its children, in the form's order: each for the child it concerns, or for all.
 */
export async function expectFormDocuments(
  tx: Tx,
  { schoolId, nowMs }: { schoolId: string; nowMs: number },
  { definition, answers }: { definition: FormDefinition; answers: Answers },
  studentIds: readonly string[],
): Promise<void> {
  const { types } = await typesOf(tx, schoolId)
  const addedAt = toInstant(nowMs)
  const rows = formDocuments(definition, answers, types).flatMap(({ fileId, type, place }) =>
    studentIds
      .filter((_id, index) => place === null || place === index)
      .map((studentId) => ({ schoolId, id: fileId, studentId, type, cameFrom: 'form' as const, addedAt })),
  )
  if (rows.length > 0) await tx.insert(documents).values(rows)
}

/** Marks the document for review when an application's file has arrived completely and belongs to one. */
export const recordFormFile = (tx: Tx, { school, deps }: SenderCtx, fileId: string): Promise<void> =>
  recordReceipt(tx, { schoolId: school.schoolId, nowMs: deps.clock.nowMs(), random: deps.random }, fileId)
