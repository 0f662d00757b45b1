import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { draftLifeMs } from './draft.service.ts'
import { formDrafts } from './draft.table.ts'

interface Of {
  schoolId: string
  nowMs: number
  random: Random
}

interface Begun {
  /** Id of the later submission. */
  id: string
  slug: string
  version: number
  language: Language
  answers: Answers
}

/** Begins a form for a family, with what the school knows already. @returns the token of its link, which is told once */
export async function beginDraft(tx: Tx, { schoolId, nowMs, random }: Of, begun: Begun): Promise<string> {
  const { token, tokenHash } = createToken(random)
  const at = toInstant(nowMs)
  const expiresAt = toInstant(nowMs + draftLifeMs)
  await tx.insert(formDrafts).values({ schoolId, tokenHash, ...begun, startedAt: at, updatedAt: at, expiresAt })
  return token
}

/** Adds a link to the latest state of a draft; earlier ones go on working. @returns its token; undefined once it is over */
export async function renewDraft(tx: Tx, { schoolId, random }: Of, id: string): Promise<string | undefined> {
  const [draft] = await tx
    .select()
    .from(formDrafts)
    .where(and(eq(formDrafts.schoolId, schoolId), eq(formDrafts.id, id)))
    .orderBy(desc(formDrafts.updatedAt))
    .limit(1)
  if (!draft) return undefined
  const { token, tokenHash } = createToken(random)
  await tx.insert(formDrafts).values({ ...draft, tokenHash })
  return token
}

/** Returns how far drafts have come: their highest revision, and when the last of their links expires. */
export async function draftStates(
  tx: Tx,
  schoolId: string,
  ids: readonly string[],
): Promise<Map<string, { revision: number; expiresAt: Instant }>> {
  const states = new Map<string, { revision: number; expiresAt: Instant }>()
  if (ids.length === 0) return states
  const { id, revision, expiresAt } = formDrafts
  const rows = await tx
    .select({ id, revision, expiresAt })
    .from(formDrafts)
    .where(and(eq(formDrafts.schoolId, schoolId), inArray(id, [...ids])))
  for (const row of rows) {
    const known = states.get(row.id)
    states.set(row.id, {
      revision: Math.max(row.revision, known?.revision ?? 0),
      expiresAt: known && known.expiresAt > row.expiresAt ? known.expiresAt : row.expiresAt,
    })
  }
  return states
}
