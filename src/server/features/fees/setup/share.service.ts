import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import { requireStudent } from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { withSharesFrom, wrongShareDay } from '#shared/fees/setup/share.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import type { FeeBy } from './fee-by.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { feeShares } from './fee-payer.table.ts'
import { ensurePayers, payerOfGuardian, payersOfGuardians } from './guardian-payer.service.ts'
import { followFiles, otherContacts } from './payer-contact.service.ts'
import { type PayerBy, payersByIds, payerView } from './payer.service.ts'

export type FeeShareRow = typeof feeShares.$inferSelect

/** Returns the shares of children, in order of their days. */
export const sharesOf = async (tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<FeeShareRow[]> =>
  studentIds.length === 0
    ? []
    : tx
        .select()
        .from(feeShares)
        .where(and(eq(feeShares.schoolId, schoolId), inArray(feeShares.studentId, [...studentIds])))
        .orderBy(asc(feeShares.fromOn), desc(feeShares.ppm), asc(feeShares.payerId))

interface NewShares {
  studentId: string
  componentCode: string | null
  fromOn: Day
  /** Mark of the child's shares as they were seen. */
  sharesMark: string
  shares: readonly { payerId: string; ppm: number }[]
}

type Marked = Pick<FeeShareRow, 'component' | 'payerId' | 'ppm' | 'fromOn' | 'untilOn'>

/** Returns a mark of the shares of a child, 16 hex digits: another one as soon as any of them is another. */
function sharesMark(rows: readonly Marked[]): string {
  const texts = rows.map(({ component, payerId, ppm, fromOn, untilOn }) =>
    canonicalJson([component, payerId, ppm, fromOn, untilOn]),
  )
  return sha256Hex(canonicalJson(texts.toSorted())).slice(0, 16)
}

/**
 * Sets who pays a component (null for all) from a day on. Shares of 0 are left out. @returns whether anything changed
 * @throws AppError fees.shares-changed, fees.share-sum, request.not-found for the child, a payer or the component
 */
export async function setShares(tx: Tx, by: FeeBy, asked: NewShares): Promise<boolean> {
  const { schoolId, userId, nowMs, random } = by
  const { studentId, componentCode: component, fromOn } = asked
  await requireStudent(tx, schoolId, studentId)
  // Two people at once, also on the first shares: the second waits for the first.
  await lockFeeStudents(tx, schoolId, [studentId])
  const shares = asked.shares.filter(({ ppm }) => ppm > 0)
  const payerIds = new Set(shares.map(({ payerId }) => payerId))
  if (payerIds.size < shares.length) throw new AppError('fees.share-sum', { field: 'shares' })
  if ((await payersByIds(tx, schoolId, [...payerIds])).length < payerIds.size)
    throw new AppError('request.not-found', { field: 'shares' })
  if (component !== null && !(await feeComponentsOf(tx, schoolId)).some(({ code }) => code === component))
    throw new AppError('request.not-found', { field: 'componentCode' })
  const ofComponent = component === null ? isNull(feeShares.component) : eq(feeShares.component, component)
  const own = and(eq(feeShares.schoolId, schoolId), eq(feeShares.studentId, studentId), ofComponent)
  const before = await tx
    .select()
    .from(feeShares)
    .where(own)
    .orderBy(asc(feeShares.fromOn), desc(feeShares.ppm), asc(feeShares.payerId))
  const after = withSharesFrom(before, { component, fromOn, shares })
  if (wrongShareDay(after) !== undefined) throw new AppError('fees.share-sum', { field: 'shares' })
  const key = (rows: readonly (typeof after)[number][]) =>
    rows
      .map((row) => [row.payerId, row.ppm, row.fromOn, row.untilOn].join(' '))
      .toSorted()
      .join()
  if (key(before) === key(after)) return false
  if (sharesMark(await sharesOf(tx, schoolId, [studentId])) !== asked.sharesMark)
    throw new AppError('fees.shares-changed')
  await tx.delete(feeShares).where(own)
  const set = { schoolId, studentId, component, byUser: userId, at: toInstant(nowMs) }
  const rows = after.map((row) => ({ ...set, ...row, id: uuidv7(nowMs, random) }))
  if (rows.length > 0) await tx.insert(feeShares).values(rows)
  return true
}

/** Returns who pays for a child, for its screen; guardians stay guardians until they pay. */
export async function payersOfStudent(tx: Tx, by: PayerBy, studentId: string, withIds: boolean) {
  const { schoolId } = by
  await requireStudent(tx, schoolId, studentId)
  const defaultPayerId = (await ensurePayers(tx, by, [studentId])).get(studentId) ?? null
  const guardians = await guardiansOf(tx, schoolId, studentId)
  const ofGuardians = await payersOfGuardians(
    tx,
    schoolId,
    guardians.map(({ id }) => id),
  )
  const shares = await sharesOf(tx, schoolId, [studentId])
  const ids = [...new Set([...ofGuardians.values(), ...shares.map(({ payerId }) => payerId)])]
  await followFiles(tx, schoolId, ids)
  const rows = await payersByIds(tx, schoolId, ids)
  const others = await otherContacts(tx, schoolId, ids)
  return {
    payers: rows.map((row) => payerView(row, withIds, others.get(row.id))),
    defaultPayerId,
    shares: shares.map(({ component, payerId, ppm, fromOn, untilOn }) => ({
      component,
      payerId,
      ppm,
      fromOn,
      untilOn,
    })),
    sharesMark: sharesMark(shares),
    guardians: guardians.map(({ id, nameLatin, nameArabic }) => ({
      id,
      nameLatin,
      nameArabic,
      payerId: ofGuardians.get(id) ?? null,
    })),
  }
}

/** Makes a guardian of a child's file a payer. @returns its id @throws AppError request.not-found */
export async function addGuardianPayer(
  tx: Tx,
  by: PayerBy,
  { studentId, guardianId }: { studentId: string; guardianId: string },
): Promise<string> {
  const guardian = (await guardiansOf(tx, by.schoolId, studentId)).find(({ id }) => id === guardianId)
  if (!guardian) throw new AppError('request.not-found', { field: 'guardianId' })
  return payerOfGuardian(tx, by, guardian)
}
