import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { beginPriceList, lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { barcodesOf } from '#shared/pos/catalogue/barcodes.rules.ts'
import type { RefusedItem } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import type { Catalogue, CatalogueItem, ItemInput } from '#shared/pos/catalogue-edit.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { readWholeCatalogue } from './read-catalogue.service.ts'
import { writeItems } from './write-items.service.ts'

interface Change {
  item: ItemInput
  /** Version that was seen; 0 for a new item. */
  seen: number
}

/** An item with everything an editor may change; what its input does not say stays as it is. */
function wholeItem(input: ItemInput, known: CatalogueItem | undefined): ItemInput {
  const { moreBarcodes = [], availableFrom = null, availableUntil = null } = { ...known, ...input }
  return { ...input, moreBarcodes, availableFrom, availableUntil }
}

/** Adds or changes many items as one change. @returns why which of them were refused: then nothing is written */
export async function changeItems(tx: Tx, ctx: SessionCtx, changes: readonly Change[]) {
  const { schoolId } = ctx.school
  // In this order, so that two changes at once follow one another from here on.
  await lockSchool(tx, schoolId)
  const catalogue = await readWholeCatalogue(tx, schoolId, ctx.deps.clock.nowMs())
  const school = await lockSchool(tx, schoolId)
  const byId = new Map(catalogue.items.map((item) => [item.id, item]))
  const refused = refusedIn(changes, catalogue)
  if (refused.length > 0) return { refused, changed: 0 }
  const whole = changes.map(({ item }) => ({ item: wholeItem(item, byId.get(item.id)), known: byId.get(item.id) }))
  const changed = whole.filter(({ item, known }) => !known || !isSame(item, known))
  if (changed.length === 0) return { refused, changed: 0 }
  const isRepriced = changed.some(
    ({ item, known }) => known !== undefined && (known.price !== item.price || known.taxCode !== item.taxCode),
  )
  if (isRepriced) await beginPriceList(tx, school)
  await recordAuditEvent(tx, ctx, 'catalogue-items-set', {
    about: null,
    facts: { count: changed.length, isRepriced },
  })
  const before = await assignVersions(tx, schoolId, changed.length)
  await writeItems(
    tx,
    schoolId,
    changed.map(({ item }, at) => ({ ...item, version: before + at + 1 })),
  )
  return { refused, changed: changed.length }
}

const isSame = (item: ItemInput, known: CatalogueItem): boolean => {
  const before = wholeItem({ ...known }, known)
  return canonicalJson({ ...before, ...item }) === canonicalJson({ ...before })
}

/** Returns what keeps the changes from being made, per item and field. */
function refusedIn(changes: readonly Change[], catalogue: Catalogue): RefusedItem[] {
  const byId = new Map(catalogue.items.map((item) => [item.id, item]))
  const changed = new Map(changes.map(({ item }) => [item.id, item]))
  const owners = new Map<string, number>()
  for (const item of [...catalogue.items.filter(({ id }) => !changed.has(id)), ...changed.values()]) {
    for (const code of barcodesOf(wholeItem(item, byId.get(item.id)))) owners.set(code, (owners.get(code) ?? 0) + 1)
  }
  const isTaken = (code: string | null) => code !== null && (owners.get(code) ?? 0) > 1
  const categoryIds = new Set(catalogue.categories.map(({ id }) => id))
  const groupIds = new Set(catalogue.modifierGroups.map(({ id }) => id))
  return changes.flatMap(({ item, seen }, at): RefusedItem[] => {
    const known = byId.get(item.id)
    const whole = wholeItem(item, known)
    const { availableFrom: first, availableUntil: last } = whole
    const isTax = catalogue.taxCodes.some(
      ({ code, isRetired }) => code === item.taxCode && (!isRetired || code === known?.taxCode),
    )
    const refuse = (field: RefusedItem['field'], why: RefusedItem['why']) => ({ at, field, why })
    return [
      ...((known?.version ?? 0) === seen ? [] : [refuse(null, 'changed')]),
      ...(categoryIds.has(item.categoryId) ? [] : [refuse('categoryId', 'unknown')]),
      ...(isTax ? [] : [refuse('taxCode', 'unknown')]),
      ...(item.modifierGroupIds.every((id) => groupIds.has(id)) ? [] : [refuse('modifierGroupIds', 'unknown')]),
      ...(isTaken(item.barcode) ? [refuse('barcode', 'taken')] : []),
      ...(whole.moreBarcodes?.some(isTaken) ? [refuse('moreBarcodes', 'taken')] : []),
      ...(first && last && last < first ? [refuse('availableUntil', 'order')] : []),
    ]
  })
}
