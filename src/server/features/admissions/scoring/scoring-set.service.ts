import { and, asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ScoringBody } from '#shared/admissions/scoring.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { scoringSets } from './scoring.table.ts'

export type SetRow = typeof scoringSets.$inferSelect

/** Grade and year of a scorecard. */
export interface SetFor {
  entryYear: number | null
  grade: string | null
}

const isFor = (schoolId: string, entryYear: number, grade: string) =>
  and(eq(scoringSets.schoolId, schoolId), eq(scoringSets.entryYear, entryYear), eq(scoringSets.grade, grade))

/** Returns every version of every scorecard: by year and grade, the latest version first. */
export const allSets = (tx: Tx, schoolId: string): Promise<SetRow[]> =>
  tx
    .select()
    .from(scoringSets)
    .where(eq(scoringSets.schoolId, schoolId))
    .orderBy(desc(scoringSets.entryYear), asc(scoringSets.grade), desc(scoringSets.version))

/** Returns the current version for a grade and year; undefined where it is not in force. */
export async function setInForce(tx: Tx, schoolId: string, { entryYear, grade }: SetFor): Promise<SetRow | undefined> {
  if (entryYear === null || grade === null) return undefined
  const [row] = await tx
    .select()
    .from(scoringSets)
    .where(isFor(schoolId, entryYear, grade))
    .orderBy(desc(scoringSets.version))
    .limit(1)
  return row?.body.isInForce ? row : undefined
}

export async function setById(tx: Tx, schoolId: string, id: string): Promise<SetRow | undefined> {
  const [row] = await tx
    .select()
    .from(scoringSets)
    .where(and(eq(scoringSets.schoolId, schoolId), eq(scoringSets.id, id)))
  return row
}

interface NewVersion {
  entryYear: number
  grade: string
  /** Version seen by the author. */
  version: number
  body: ScoringBody
}

/** Adds a version, unless another was added since; an identical one adds none. @throws AppError scoring.changed */
export async function addVersion(
  tx: Tx,
  { schoolId, userId, nowMs, random }: { schoolId: string; userId: UserId; nowMs: number; random: Random },
  { entryYear, grade, version, body }: NewVersion,
): Promise<SetRow> {
  const [last] = await tx
    .select()
    .from(scoringSets)
    .where(isFor(schoolId, entryYear, grade))
    .orderBy(desc(scoringSets.version))
    .limit(1)
  const isSent = last?.version === version + 1 && last.setBy === userId && sameBody(last.body, body)
  if (isSent) return last
  if ((last?.version ?? 0) !== version) throw new AppError('scoring.changed')
  const [row] = await tx
    .insert(scoringSets)
    .values({
      schoolId,
      id: uuidv7(nowMs, random),
      entryYear,
      grade,
      version: version + 1,
      body,
      setBy: userId,
      setAt: toInstant(nowMs),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new AppError('scoring.changed')
  return row
}

/** The database keeps no order of keys. */
const sameBody = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
