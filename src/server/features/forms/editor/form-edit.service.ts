import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { findingsIn } from '#shared/forms/editor/form-edit.rules.ts'
import { type FormHistory, historyOf } from '#shared/forms/editor/form-history.rules.ts'
import { blankForm, isFreeSlug } from '#shared/forms/form-blank.rules.ts'
import { FormDefinition, type FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { publishedForm, publishForm } from '../form.service.ts'
import { forms, formVersions } from '../form.table.ts'
import { formEdits } from './form-edit.table.ts'

/** Form of a school, and its editor. */
export interface At {
  schoolId: string
  slug: string
}
export interface Editor {
  userId: UserId
  at: Instant
}

const ofForm = ({ schoolId, slug }: At) => and(eq(forms.schoolId, schoolId), eq(forms.slug, slug))
const ofEdit = ({ schoolId, slug }: At) => and(eq(formEdits.schoolId, schoolId), eq(formEdits.slug, slug))
const state = { publishedVersion: forms.publishedVersion, revision: forms.revision }
type FormState = Pick<typeof forms.$inferSelect, keyof typeof state>

/** Returns the form's state. @throws AppError form.unknown */
async function requireForm(tx: Tx, at: At): Promise<FormState> {
  const [form] = await tx.select(state).from(forms).where(ofForm(at))
  if (!form) throw new AppError('form.unknown')
  return form
}

/**
 * Advances the revision if the form is still at the given one: nothing has been saved, discarded or published since, whichever
 * copy it was. @throws AppError form.unknown, form.edit-conflict
 */
async function countUp(tx: Tx, at: At, revision: number): Promise<FormState> {
  const [form] = await tx
    .update(forms)
    .set({ revision: revision + 1 })
    .where(and(ofForm(at), eq(forms.revision, revision)))
    .returning(state)
  if (form) return form
  await requireForm(tx, at)
  throw new AppError('form.edit-conflict')
}

/** Returns what all versions have committed to so far. */
async function readHistory(tx: Tx, { schoolId, slug }: At): Promise<FormHistory> {
  const versions = await tx
    .select({ definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.schoolId, schoolId), eq(formVersions.slug, slug)))
    .orderBy(asc(formVersions.version))
  return historyOf(versions.map(({ definition }) => definition))
}

/** Returns the working copy with the version it is compared to. @throws AppError form.unknown */
export async function readEdit(tx: Tx, at: At) {
  // Before the copy: read in the other order, an older copy could pass for the newest.
  const { revision } = await requireForm(tx, at)
  const [edit] = await tx.select().from(formEdits).where(ofEdit(at))
  const published = await publishedForm(tx, at.schoolId, at.slug)
  const definition = edit?.definition ?? published?.definition
  if (!definition) throw new AppError('form.unknown')
  return { revision, edit, published, definition, history: await readHistory(tx, at) }
}

/** Saves a change made to `revision`. @returns the new revision. @throws AppError form.unknown, form.edit-conflict */
export async function saveEdit(
  tx: Tx,
  at: At,
  { revision, definition }: { revision: number; definition: FormDefinition },
  { userId, at: updatedAt }: Editor,
): Promise<number> {
  const { publishedVersion, revision: next } = await countUp(tx, at, revision)
  const content = { baseVersion: publishedVersion, definition, updatedAt, updatedBy: userId }
  await tx
    .insert(formEdits)
    .values({ ...at, ...content })
    .onConflictDoUpdate({ target: [formEdits.schoolId, formEdits.slug], set: content })
  return next
}

/** Removes and returns the working copy at the given revision. @throws AppError form.unknown, form.edit-conflict */
async function takeEdit(tx: Tx, at: At, revision: number) {
  const { publishedVersion } = await countUp(tx, at, revision)
  const [edit] = await tx.delete(formEdits).where(ofEdit(at)).returning()
  if (!edit) throw new AppError('form.edit-conflict')
  return { edit, publishedVersion }
}

/** Discards the working copy; a form never published is deleted with it. @throws AppError form.edit-conflict */
export async function discardEdit(tx: Tx, at: At, revision: number): Promise<void> {
  const { publishedVersion } = await takeEdit(tx, at, revision)
  if (publishedVersion === null) await tx.delete(forms).where(ofForm(at))
}

/** Publishes the working copy as the next version. @throws AppError form.unknown, form.edit-conflict, form.not-ready */
export async function publishEdit(tx: Tx, at: At, revision: number, by: Editor): Promise<number> {
  const { edit, publishedVersion } = await takeEdit(tx, at, revision)
  // Published concurrently: the copy was compared with a version no longer current.
  if (edit.baseVersion !== publishedVersion) throw new AppError('form.edit-conflict')
  const definition = FormDefinition.safeParse(edit.definition)
  const findings = findingsIn(edit.definition, await readHistory(tx, at))
  if (!definition.success || findings.length > 0) throw new AppError('form.not-ready')
  return publishForm(tx, at.schoolId, at.slug, definition.data, by)
}

/** Creates a form, blank or as a copy. @throws AppError form.slug-taken, form.unknown */
export async function beginForm(
  tx: Tx,
  at: At,
  { title, purpose, from }: { title: Bilingual; purpose: FormPurpose; from: string | null },
  by: Editor,
  random: Random,
): Promise<void> {
  if (!isFreeSlug(at.slug)) throw new AppError('form.slug-taken', { field: 'slug' })
  const like = from === null ? undefined : await publishedForm(tx, at.schoolId, from)
  if (from !== null && !like) throw new AppError('form.unknown')
  // A discarded form of this name may have existed: its revisions must not match this one's.
  const revision = Math.floor(random.float() * 2 ** 30)
  const added = await tx
    .insert(forms)
    .values({ ...at, publishedVersion: null, revision })
    .onConflictDoNothing()
    .returning({ slug: forms.slug })
  if (!added[0]) throw new AppError('form.slug-taken', { field: 'slug' })
  const definition = like ? { ...like.definition, title, purpose } : blankForm(title, purpose)
  await saveEdit(tx, at, { revision, definition }, by)
}
