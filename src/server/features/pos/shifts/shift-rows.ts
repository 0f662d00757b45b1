import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Tender } from '#shared/pos/sale.contract.ts'
import type { ShiftRows } from '#shared/pos/shift-report.rules.ts'
import { topUps } from '../accounts/account-money.table.ts'
import { refundsOfShift } from '../sales/read-refunds.service.ts'
import { sales, shifts } from '../pos.table.ts'
import { approvals } from '../refund.table.ts'
import { cashMovements, saleVoids, tenders } from '../pos-payments.table.ts'
import { drawerEvents } from './drawer.table.ts'

export type Shift = typeof shifts.$inferSelect

export async function findShift(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<Shift | undefined> {
  const [shift] = await tx
    .select()
    .from(shifts)
    .where(and(eq(shifts.schoolId, schoolId), eq(shifts.id, shiftId)))
  return shift
}

/** Returns the rows of a shift for the shared report. A void counts for the shift of its document. */
export async function readShiftRows(tx: Tx, schoolId: string, shift: Shift): Promise<ShiftRows> {
  const inShift = and(eq(sales.schoolId, schoolId), eq(sales.shiftId, shift.id))
  const saleRows = await tx.select().from(sales).where(inShift)
  const ids = tx.select({ id: sales.id }).from(sales).where(inShift)
  const tenderRows = await tx
    .select()
    .from(tenders)
    .where(and(eq(tenders.schoolId, schoolId), inArray(tenders.saleId, ids)))
    .orderBy(tenders.id)
  const inTakings = and(eq(topUps.schoolId, schoolId), eq(topUps.shiftId, shift.id))
  const takenIds = tx.select({ id: topUps.id }).from(topUps).where(inTakings)
  const voids = await tx
    .select({ saleId: saleVoids.saleId })
    .from(saleVoids)
    .where(
      and(eq(saleVoids.schoolId, schoolId), or(inArray(saleVoids.saleId, ids), inArray(saleVoids.saleId, takenIds))),
    )
  const movements = await tx
    .select({ kind: cashMovements.kind, amount: cashMovements.amount, bag: cashMovements.bag })
    .from(cashMovements)
    .where(and(eq(cashMovements.schoolId, schoolId), eq(cashMovements.shiftId, shift.id)))
  const taken = await tx
    .select({ id: topUps.id, receiptNo: topUps.receiptNo, receiptSeq: topUps.receiptSeq, amount: topUps.amount })
    .from(topUps)
    .where(inTakings)
  const drawer = await tx
    .select({ cause: drawerEvents.cause })
    .from(drawerEvents)
    .where(and(eq(drawerEvents.schoolId, schoolId), eq(drawerEvents.shiftId, shift.id)))
  const tendersOf = Map.groupBy(tenderRows, (t) => t.saleId)
  return {
    open: { ...shift, ...carriedOf(shift) },
    sales: saleRows.map(({ gross, discountTotal, net, tax, total, ...sale }) => ({
      ...sale,
      totals: { gross, discount: discountTotal, net, tax, total },
      tenders: (tendersOf.get(sale.id) ?? []).map(toTender),
    })),
    voids,
    movements: movements.map(({ bag, ...movement }) => ({ ...movement, ...(bag !== null && { bag }) })),
    topUps: taken,
    refunds: await refundsOfShift(tx, schoolId, shift.id),
    drawer,
    approvals: await approvalsOfShift(tx, schoolId, shift.id),
    close: closeOf(shift),
    countedCash: shift.countedCash,
  }
}

const approvalsOfShift = (tx: Tx, schoolId: string, shiftId: ShiftId) =>
  tx
    .select({ by: approvals.by })
    .from(approvals)
    .where(and(eq(approvals.schoolId, schoolId), eq(approvals.shiftId, shiftId)))

/** Maps what the device said of the float before it. */
const carriedOf = ({ carriedAmount: amount, carriedFrom: shiftId }: Shift): Pick<ShiftRows['open'], 'carried'> =>
  amount === null || shiftId === null ? {} : { carried: { shiftId, amount } }

const closeOf = ({ counts, leftAmount, leftBag }: Shift): ShiftRows['close'] =>
  counts && {
    counts,
    ...(leftAmount !== null && { left: leftAmount }),
    ...(leftBag !== null && { bag: leftBag }),
  }

const zero = minor(0)

/** Maps a tender's row back to what the till sent. */
export function toTender(row: typeof tenders.$inferSelect): Tender {
  const { id, amount, kind } = row
  switch (kind) {
    case 'cash':
      return { kind, id, amount, given: row.given ?? zero, change: row.change ?? zero, rounding: row.rounding ?? zero }
    case 'account':
      if (row.customerId === null) throw new AppError('server.failed')
      return { kind, id, amount, customerId: row.customerId }
    case 'card':
      return {
        kind,
        id,
        amount,
        terminalRef: row.terminalRef ?? '',
        ...(row.authCode !== null && { authCode: row.authCode }),
      }
  }
}
