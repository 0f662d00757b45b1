import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { type HeadMapping, shapeOf } from '#shared/lists/head-mapping.rules.ts'
import { importShapes } from './import-shape.table.ts'

/** A file by its list and the headings as they are written. */
export interface FileShape {
  schoolId: string
  list: 'students' | 'pupils'
  heads: readonly string[]
}

/** One list's headings never answer for another's: the same heading may hold something else there. */
const hashOf = ({ list, heads }: FileShape): string =>
  sha256Hex(list === 'students' ? shapeOf(heads) : `${list}\n\n${shapeOf(heads)}`)

/**
 * Returns what a person has said of the headings of files of this shape; empty where nobody has.
 * @param columns that the list has; others are left out
 */
export async function findShape<Column extends string>(
  tx: Tx,
  of: FileShape,
  columns: readonly Column[],
): Promise<HeadMapping<Column>> {
  const isShape = and(eq(importShapes.schoolId, of.schoolId), eq(importShapes.shape, hashOf(of)))
  const [row] = await tx.select({ mapping: importShapes.mapping }).from(importShapes).where(isShape)
  const said = Object.entries(row?.mapping ?? {}).flatMap(([head, code]): [string, Column | null][] => {
    const column = columns.find((each) => each === code)
    return column || code === null ? [[head, column ?? null]] : []
  })
  return Object.fromEntries(said)
}

/** Remembers it for the next file of this shape; the latest counts. */
export async function keepShape(
  tx: Tx,
  of: FileShape,
  said: { mapping: HeadMapping<string>; savedAt: Instant; savedBy: UserId },
): Promise<void> {
  await tx
    .insert(importShapes)
    .values({ schoolId: of.schoolId, shape: hashOf(of), ...said })
    .onConflictDoUpdate({ target: [importShapes.schoolId, importShapes.shape], set: said })
}
