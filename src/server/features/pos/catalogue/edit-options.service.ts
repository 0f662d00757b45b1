import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { ModifierGroupInput } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { categories, modifierGroups } from './catalogue.table.ts'

/**
 * Adds or changes a group of options. @returns its version
 * @throws AppError catalogue.changed, request.invalid where more must be chosen than may be or there are
 */
export async function changeOptions(
  tx: Tx,
  ctx: SessionCtx,
  { group, seen }: { group: ModifierGroupInput; seen: number },
) {
  const { schoolId } = ctx.school
  if (group.min > group.max) throw new AppError('request.invalid', { field: 'group.min' })
  if (group.max > group.modifiers.length) throw new AppError('request.invalid', { field: 'group.max' })
  if (new Set(group.modifiers.map(({ id }) => id)).size < group.modifiers.length)
    throw new AppError('request.invalid', { field: 'group.modifiers' })
  await lockSchool(tx, schoolId)
  const own = and(eq(modifierGroups.schoolId, schoolId), eq(modifierGroups.id, group.id))
  const [known] = await tx.select().from(modifierGroups).where(own)
  if (known && canonicalJson({ ...known, ...group }) === canonicalJson(known)) return { version: known.version }
  if ((known?.version ?? 0) !== seen) throw new AppError('catalogue.changed')
  await recordAuditEvent(tx, ctx, 'catalogue-options-set', { about: known?.id ?? null, facts: { isNew: !known } })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const row = { ...group, version }
  if (known) await tx.update(modifierGroups).set(row).where(own)
  else await tx.insert(modifierGroups).values({ ...row, schoolId })
  return { version }
}

/** Numbers the categories in this order. @throws AppError catalogue.changed where they are not those of the school */
export async function changeOrder(
  tx: Tx,
  ctx: SessionCtx,
  categoryIds: readonly string[],
): Promise<Record<string, never>> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const known = await tx.select().from(categories).where(eq(categories.schoolId, schoolId))
  const places = new Map(categoryIds.map((id, at) => [id, at + 1]))
  if (known.length !== categoryIds.length || known.some(({ id }) => !places.has(id)))
    throw new AppError('catalogue.changed')
  const moved = known.filter(({ id, sort }) => places.get(id) !== sort)
  if (moved.length === 0) return {}
  await recordAuditEvent(tx, ctx, 'catalogue-category-set', { about: null, facts: { isNew: false } })
  let version = await assignVersions(tx, schoolId, moved.length)
  for (const { id } of moved) {
    version += 1
    await tx
      .update(categories)
      .set({ sort: places.get(id) ?? 0, version })
      .where(and(eq(categories.schoolId, schoolId), eq(categories.id, id)))
  }
  return {}
}
