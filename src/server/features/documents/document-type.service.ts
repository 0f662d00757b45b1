import { and, desc, eq } from 'drizzle-orm'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { packOfRegulator } from '#shared/documents/document-packs.ts'
import { type DocumentType, DocumentTypeList, type TypeSet } from '#shared/documents/document-type.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { documentSets, documentStatuses } from './document.table.ts'

/** Returns the required documents: the school's own list, or its country's default until it has set one. */
export async function typesOf(tx: Tx, schoolId: string): Promise<TypeSet> {
  const [own] = await tx
    .select()
    .from(documentSets)
    .where(eq(documentSets.schoolId, schoolId))
    .orderBy(desc(documentSets.version))
    .limit(1)
  if (own) return { version: own.version, pack: own.pack, types: own.types, setAt: own.setAt }
  const { id, types } = packOfRegulator(regulatorOf(await readSchool(tx, schoolId)))
  return { version: 0, pack: id, types: [...types], setAt: null }
}

interface NewSet {
  seen: number
  types: DocumentType[]
  commandId: string
}

/**
 * Sets the list. Types with existing documents stay on it, without a rule, and so are required of no one. Repeating the command
 * returns the earlier answer. @throws AppError document.changed, request.invalid
 */
export async function setTypes(
  tx: Tx,
  { schoolId, userId, nowMs }: { schoolId: string; userId: UserId; nowMs: number },
  { seen, types, commandId }: NewSet,
): Promise<TypeSet & { isRepeated: boolean }> {
  const set = await setBefore(tx, schoolId, commandId)
  if (set) {
    if (set.version !== seen + 1 || !isSameList(set.types, types))
      throw new AppError('request.invalid', { field: 'commandId' })
    return { ...set, isRepeated: true }
  }
  const before = await typesOf(tx, schoolId)
  if (before.version !== seen) throw new AppError('document.changed')
  const codes = new Set(types.map(({ code }) => code))
  const used = await tx
    .selectDistinct({ type: documentStatuses.type })
    .from(documentStatuses)
    .where(eq(documentStatuses.schoolId, schoolId))
  if (used.some(({ type }) => !codes.has(type))) throw new AppError('request.invalid', { field: 'types' })
  const row = {
    schoolId,
    version: seen + 1,
    pack: before.pack,
    types,
    setAt: toInstant(nowMs),
    setBy: userId,
    commandId,
  }
  const stored = await tx.insert(documentSets).values(row).onConflictDoNothing().returning({ at: documentSets.setAt })
  // Another user has set one concurrently.
  if (stored.length === 0) throw new AppError('document.changed')
  await preserveSensitivity(tx, schoolId, types)
  return { version: row.version, pack: row.pack, types, setAt: row.setAt, isRepeated: false }
}

/** Returns the list that this command has already set. */
async function setBefore(tx: Tx, schoolId: string, commandId: string): Promise<TypeSet | undefined> {
  const [row] = await tx
    .select()
    .from(documentSets)
    .where(and(eq(documentSets.schoolId, schoolId), eq(documentSets.commandId, commandId)))
  return row && { version: row.version, pack: row.pack, types: row.types, setAt: row.setAt }
}

/** Updates sensitivity, which decides who sees the counts, to the list. */
async function preserveSensitivity(tx: Tx, schoolId: string, types: readonly DocumentType[]) {
  for (const { code, sensitivity } of types) {
    const isSensitive = sensitivity === 'S3'
    await tx
      .update(documentStatuses)
      .set({ isSensitive })
      .where(
        and(
          eq(documentStatuses.schoolId, schoolId),
          eq(documentStatuses.type, code),
          eq(documentStatuses.isSensitive, !isSensitive),
        ),
      )
  }
}

/** Compares lists by content: a database returns members of JSON in its own order. */
const isSameList = (one: readonly DocumentType[], other: readonly DocumentType[]): boolean =>
  JSON.stringify(DocumentTypeList.parse(one)) === JSON.stringify(DocumentTypeList.parse(other))
