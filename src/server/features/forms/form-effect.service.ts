import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormEffect } from '#shared/forms/editor/form-edit.contract.ts'
import {
  type Answers,
  askedParts,
  isAnswered,
  isRequired,
  keepAsked,
  placesIn,
} from '#shared/forms/form-answers.rules.ts'
import { checkAnswers } from '#shared/forms/form-check.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { listStartedForms } from './criteria/started-forms.service.ts'
import { allDrafts } from './drafts/all-drafts.service.ts'
import type { At } from './editor/form-edit.service.ts'
import { formEdits } from './editor/form-edit.table.ts'
import { formVersion } from './form.service.ts'
import { forms } from './form.table.ts'

/** Effect of a newer version on a draft started under the older one. */
interface DraftEffect {
  /** Unanswered questions that are required now and were optional or absent before. */
  misses: string[]
  /** Answers no longer asked for, or no longer possible. */
  loses: string[]
}

const placesOf = (form: FormDefinition, answers: Answers) =>
  placesIn(askedParts(form, 'public', answers), 'public', answers)

const requiredPaths = (form: FormDefinition, answers: Answers) =>
  placesOf(form, answers).filter(({ field, row }) => isRequired(field, answers, row))

/** Returns the effect of a new version; `today` is a day of the school's calendar. */
export function draftEffect(
  before: FormDefinition,
  after: FormDefinition,
  answers: Answers,
  today: string,
): DraftEffect {
  const needed = new Set(requiredPaths(before, answers).map(({ path }) => path))
  const misses = requiredPaths(after, answers)
    .filter(
      ({ path, field, answer }) =>
        !needed.has(path) && !(field.type === 'consent' ? answer === true : isAnswered(answer)),
    )
    .map(({ path }) => path)
  const kept = new Set(answeredPaths(after, answers))
  const impossible = new Set(unfit(after, answers, today))
  const fitBefore = new Set(unfit(before, answers, today))
  const loses = answeredPaths(before, answers).filter(
    (path) => !kept.has(path) || (impossible.has(path) && !fitBefore.has(path)),
  )
  return { misses, loses }
}

const answeredPaths = (form: FormDefinition, answers: Answers): string[] =>
  placesOf(form, keepAsked(form, 'public', answers))
    .filter(({ field, answer }) => (field.type === 'consent' ? answer === true : isAnswered(answer)))
    .map(({ path }) => path)

/** Returns the keys of answers that would not be accepted. */
const unfit = (form: FormDefinition, answers: Answers, today: string): string[] =>
  checkAnswers(form, answers, { scope: 'public', today })
    .filter(({ code }) => code !== 'required' && code !== 'consent-needed' && code !== 'too-few-rows')
    .map(({ path }) => path)

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
