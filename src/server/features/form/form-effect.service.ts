import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import type { FormEffect } from '#shared/contract/form-edit.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { draftEffect } from '#shared/rules/draft-effect.rules.ts'
import { formDrafts } from './draft.table.ts'
import { formVersion } from './form.service.ts'
import type { At } from './form-edit.service.ts'
import { formEdits } from './form-edit.table.ts'

const batch = 200

/** What publishing this revision means for the drafts that families keep here. @throws AppError form.edit-conflict */
export async function effectOf(
  tx: Tx,
  at: At,
  revision: number,
  { now, today }: { now: Instant; today: string },
): Promise<FormEffect> {
  const [edit] = await tx
    .select({ revision: formEdits.revision, definition: formEdits.definition })
    .from(formEdits)
    .where(and(eq(formEdits.schoolId, at.schoolId), eq(formEdits.slug, at.slug)))
  if (edit?.revision !== revision) throw new AppError('form.edit-conflict')
  const versions = new Map<number, FormDefinition | undefined>()
  const effect = { drafts: 0, missing: 0, losing: 0 }
  let last = ''
  for (;;) {
    const drafts = await livingDrafts(tx, at, now, last)
    for (const { version, answers } of drafts) {
      if (!versions.has(version)) versions.set(version, await formVersion(tx, at.schoolId, at.slug, version))
      const before = versions.get(version) ?? edit.definition
      const { misses, loses } = draftEffect(before, edit.definition, answers, today)
      effect.drafts += 1
      effect.missing += Math.min(1, misses.length)
      effect.losing += Math.min(1, loses.length)
    }
    last = drafts.at(-1)?.id ?? last
    if (drafts.length < batch) return effect
  }
}

/** Each draft once, as it was kept last, however many links lead to it. A batch of those after `last`. */
const livingDrafts = (tx: Tx, { schoolId, slug }: At, now: Instant, last: string) =>
  tx
    .selectDistinctOn([formDrafts.id], {
      id: formDrafts.id,
      version: formDrafts.version,
      answers: formDrafts.answers,
    })
    .from(formDrafts)
    .where(
      and(
        eq(formDrafts.schoolId, schoolId),
        eq(formDrafts.slug, slug),
        gt(formDrafts.expiresAt, now),
        last === '' ? undefined : after(last),
      ),
    )
    .orderBy(asc(formDrafts.id), sql`${formDrafts.updatedAt} desc`)
    .limit(batch)

const after = (id: string): SQL => sql`${formDrafts.id} > ${id}::uuid`
