import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeAccountPayer } from '#shared/fees/fee-account.contract.ts'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import { million } from '#shared/fees/setup/fee-fields.ts'
import { feePayers } from './setup/fee-payer.table.ts'
import { ensurePayers } from './setup/guardian-payer.service.ts'
import { type PayerBy, payersByIds } from './setup/payer.service.ts'
import { sharesOf } from './setup/share.service.ts'

type Name = z.input<typeof PayerName>

/** Returns what these payers are called; without a name where the payer was erased. */
export async function payerNames(tx: Tx, schoolId: string, ids: Iterable<string>): Promise<(id: string) => Name> {
  const wanted = [...new Set(ids)]
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .select()
          .from(feePayers)
          .where(and(eq(feePayers.schoolId, schoolId), inArray(feePayers.id, wanted)))
  const found = new Map(rows.map((row) => [row.id, row]))
  return (payerId) => {
    const { kind = 'person', nameLatin = null, nameArabic = null } = found.get(payerId) ?? {}
    return { payerId, kind, nameLatin, nameArabic }
  }
}

/** Payer of a child with its shares, by default the first guardian. */
export type ChildPayer = Pick<z.input<typeof FeeAccountPayer>, keyof Name | 'code' | 'shares'>

/** Returns who pays for a child, by shares, as first guardian, or for what was charged already. */
export async function payersOfChild(
  tx: Tx,
  by: PayerBy,
  studentId: string,
  charged: Iterable<string>,
): Promise<ChildPayer[]> {
  const { schoolId } = by
  const shares = await sharesOf(tx, schoolId, [studentId])
  const first = (await ensurePayers(tx, by, [studentId])).get(studentId)
  const ids = [
    ...new Set([...(first === undefined ? [] : [first]), ...shares.map(({ payerId }) => payerId), ...charged]),
  ]
  const rows = new Map((await payersByIds(tx, schoolId, ids)).map((row) => [row.id, row]))
  return ids.flatMap((payerId) => {
    const row = rows.get(payerId)
    if (!row) return []
    const { kind, nameLatin, nameArabic, code } = row
    const mine = shares.filter((share) => share.payerId === payerId)
    const whole = { component: null, ppm: million, from: null, until: null }
    const isDefault = shares.length === 0 && payerId === first
    const of = mine.map(({ component, ppm, fromOn, untilOn }) => ({ component, ppm, from: fromOn, until: untilOn }))
    return [{ payerId, kind, nameLatin, nameArabic, code, shares: isDefault ? [whole] : of }]
  })
}
