import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormEffect } from '#shared/forms/editor/form-edit.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { listStartedForms } from './criteria/started-forms.service.ts'
import { draftEffect } from './draft-effect.rules.ts'
import { allDrafts } from './drafts/all-drafts.service.ts'
import type { At } from './editor/form-edit.service.ts'
import { formEdits } from './editor/form-edit.table.ts'
import { formVersion } from './form.service.ts'
import { forms } from './form.table.ts'

const batch = 200

/** Returns how publishing this revision affects families' stored drafts. @throws AppError form.edit-conflict */
export async function effectOf(
  tx: Tx,
  at: At,
  revision: number,
  { now, today }: { now: Instant; today: string },
): Promise<FormEffect> {
  const [edit] = await tx
    .select({ revision: forms.revision, definition: formEdits.definition })
    .from(formEdits)
    .innerJoin(forms, and(eq(forms.schoolId, formEdits.schoolId), eq(forms.slug, formEdits.slug)))
    .where(and(eq(formEdits.schoolId, at.schoolId), eq(formEdits.slug, at.slug)))
  if (edit?.revision !== revision) throw new AppError('form.edit-conflict')
  const versions = new Map<number, FormDefinition | undefined>()
  const effect = { drafts: 0, missing: 0, losing: 0 }
  const add = async ({ version, answers }: { version: number; answers: Answers }) => {
    if (!versions.has(version)) versions.set(version, await formVersion(tx, at.schoolId, at.slug, version))
    const before = versions.get(version) ?? edit.definition
    const { misses, loses } = draftEffect(before, edit.definition, answers, today)
    effect.drafts += 1
    effect.missing += Math.min(1, misses.length)
    effect.losing += Math.min(1, loses.length)
  }
  for (const begun of await listStartedForms(tx, at, now)) await add(begun)
  let last = ''
  for (;;) {
    const drafts = await activeDrafts(tx, at, now, last)
    for (const draft of drafts) await add(draft)
    last = drafts.at(-1)?.id ?? last
    if (drafts.length < batch) return effect
  }
}

/** Selects each draft once, in its last saved state, from either table. A batch of those after `last`. */
function activeDrafts(tx: Tx, { schoolId, slug }: At, now: Instant, last: string) {
  const kept = allDrafts(tx, schoolId, now)
  const after = last === '' ? undefined : sql`${kept.id} > ${last}::uuid`
  return tx
    .selectDistinctOn([kept.id], { id: kept.id, version: kept.version, answers: kept.answers })
    .from(kept)
    .where(and(eq(kept.slug, slug), after))
    .orderBy(asc(kept.id), desc(kept.updatedAt))
    .limit(batch)
}
