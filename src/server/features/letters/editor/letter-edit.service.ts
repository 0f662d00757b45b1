import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { findingsInLetter, isBlocking } from '#shared/letters/letter-finding.rules.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { addTemplate, currentTemplate } from '../templates/letter-template.service.ts'
import { letterEdits } from './letter-edit.table.ts'

/** Letter of a school, and its editor. */
export interface At {
  schoolId: string
  name: LetterKind
}
export interface Editor {
  userId: UserId
  at: Instant
}

type EditRow = typeof letterEdits.$inferSelect
const ofEdit = ({ schoolId, name }: At) => and(eq(letterEdits.schoolId, schoolId), eq(letterEdits.name, name))

/** Returns every letter with a working copy. */
export const editsOf = (tx: Tx, schoolId: string): Promise<EditRow[]> =>
  tx.select().from(letterEdits).where(eq(letterEdits.schoolId, schoolId))

/** Returns the working copy with the version it is compared to. */
export async function readEdit(tx: Tx, at: At) {
  // Before the version: read in the other order, a copy could be compared with a later version.
  const [row] = await tx.select().from(letterEdits).where(ofEdit(at))
  const published = await currentTemplate(tx, at.schoolId, at.name)
  const edit = row?.template ? row : undefined
  return { revision: row?.revision ?? 0, edit, published, template: edit?.template ?? published.template }
}

/** Saves a change made to `revision`. @returns the new revision. @throws AppError form.edit-conflict */
export async function saveEdit(
  tx: Tx,
  at: At,
  { revision, template }: { revision: number; template: LetterTemplate },
  { userId, at: updatedAt }: Editor,
): Promise<number> {
  const next = { revision: revision + 1, template, updatedAt, updatedBy: userId }
  const [saved] =
    revision === 0
      ? await tx
          .insert(letterEdits)
          .values({ ...at, ...next })
          .onConflictDoNothing()
          .returning({ revision: letterEdits.revision })
      : await tx
          .update(letterEdits)
          .set(next)
          .where(and(ofEdit(at), eq(letterEdits.revision, revision)))
          .returning({ revision: letterEdits.revision })
  if (!saved) throw new AppError('form.edit-conflict')
  return saved.revision
}

/** Removes and returns the working copy at the given revision. @throws AppError form.edit-conflict */
async function takeEdit(tx: Tx, at: At, revision: number, { userId, at: updatedAt }: Editor): Promise<LetterTemplate> {
  const [row] = await tx.select().from(letterEdits).where(ofEdit(at)).for('update')
  if (row?.revision !== revision || !row.template) throw new AppError('form.edit-conflict')
  const over = { revision: revision + 1, template: null, updatedAt, updatedBy: userId }
  await tx.update(letterEdits).set(over).where(ofEdit(at))
  return row.template
}

/** Discards the working copy. @throws AppError form.edit-conflict */
export async function discardEdit(tx: Tx, at: At, revision: number, by: Editor): Promise<void> {
  await takeEdit(tx, at, revision, by)
}

/** Publishes the working copy as the next version. @throws AppError form.edit-conflict, form.not-ready */
export async function publishEdit(tx: Tx, at: At, revision: number, by: Editor): Promise<number> {
  const taken = await takeEdit(tx, at, revision, by)
  const template = LetterTemplate.safeParse(taken)
  if (!template.success || findingsInLetter(at.name, taken).some(isBlocking)) throw new AppError('form.not-ready')
  return addTemplate(tx, at, template.data, by)
}
