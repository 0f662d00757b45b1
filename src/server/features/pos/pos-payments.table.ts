import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, minorUnits, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { CustomerId, SaleId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { ExceptionOutcome } from '#shared/pos/patterns/exception-board.contract.ts'
import type { TenderKind } from '#shared/pos/sale.contract.ts'
import type { CashMovementKind } from '#shared/pos/shift.contract.ts'
import { sales } from './pos.table.ts'

export const tenders = pgTable(
  'tenders',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    saleId: uuid('sale_id').$type<SaleId>().notNull(),
    kind: text('kind').$type<TenderKind>().notNull(),
    amount: minorUnits('amount').notNull(),
    given: minorUnits('given'),
    change: minorUnits('change'),
    rounding: minorUnits('rounding'),
    customerId: uuid('customer_id').$type<CustomerId>(),
    terminalRef: text('terminal_ref'),
    authCode: text('auth_code'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('tenders_sale_idx').on(t.schoolId, t.saleId),
    foreignKey({ columns: [t.schoolId, t.saleId], foreignColumns: [sales.schoolId, sales.id] }),
    tenantPolicy('tenders'),
  ],
)

/** Voids. One may arrive for a sale that never did, so there is no foreign key to the sale. */
export const saleVoids = pgTable(
  'sale_voids',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    saleId: uuid('sale_id').$type<SaleId>().notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    reason: text('reason').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('sale_voids_sale_key').on(t.schoolId, t.saleId),
    index('sale_voids_shift_idx').on(t.schoolId, t.shiftId),
    tenantPolicy('sale_voids'),
  ],
)

export const cashMovements = pgTable(
  'cash_movements',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    kind: text('kind').$type<CashMovementKind>().notNull(),
    amount: minorUnits('amount').notNull(),
    reason: text('reason').notNull(),
    bag: text('bag'),
    witness: uuid('witness').$type<UserId>(),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('cash_movements_shift_idx').on(t.schoolId, t.shiftId),
    tenantPolicy('cash_movements'),
  ],
)

/**
 * Exception list: accepted operations staff should look at, e.g. for a differing price, an exceeded limit or an unknown cashier.
 */
export const posExceptions = pgTable(
  'pos_exceptions',
  {
    schoolId: schoolId(),
    opId: uuid('op_id').notNull(),
    code: text('code').notNull(),
    subjectId: uuid('subject_id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>(),
    at: instant('at').notNull(),
    handledAt: instant('handled_at'),
    handledBy: uuid('handled_by').$type<UserId>(),
    /** What the person who looked into it found. */
    outcome: text('outcome').$type<ExceptionOutcome>(),
    finding: text('finding'),
    /** People beside those of the subject whom it concerns, and what made it so; of sequences of events. */
    concerned: uuid('concerned').array().$type<UserId[]>(),
    facts: jsonb('facts').$type<Record<string, number>>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.opId, t.code] }),
    index('pos_exceptions_open_idx').on(t.schoolId, t.handledAt),
    tenantPolicy('pos_exceptions'),
  ],
)
