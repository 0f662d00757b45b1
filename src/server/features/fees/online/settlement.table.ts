import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import { type GatewayId, gatewayIds } from '#shared/fees/online/gateway.rules.ts'
import type { SettlementProblem } from '#shared/fees/online/settlement.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feeIntents } from './online.table.ts'

/** Settlements of gateways. Append-only. */
export const feeSettlements = pgTable(
  'fee_settlements',
  {
    schoolId: schoolId(),
    /** Id of the operation and of its journal. */
    id: uuid('id').notNull(),
    gateway: text('gateway').$type<GatewayId>().notNull(),
    settledOn: date('settled_on', { mode: 'string' }).notNull(),
    gross: minorUnits('gross').notNull(),
    fee: minorUnits('fee').notNull(),
    problems: jsonb('problems').$type<{ row: number; problem: SettlementProblem }[]>().notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    onlyOf('fee_settlements_gateway_check', t.gateway, gatewayIds),
    ...appendOnlyPolicies('fee_settlements'),
  ],
)

/** Payments that were settled, each once. Append-only. */
export const feeSettlementLines = pgTable(
  'fee_settlement_lines',
  {
    schoolId: schoolId(),
    intentId: uuid('intent_id').notNull(),
    settlementId: uuid('settlement_id').notNull(),
    gross: minorUnits('gross').notNull(),
    fee: minorUnits('fee').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.intentId] }),
    index('fee_settlement_lines_settlement_idx').on(t.schoolId, t.settlementId),
    check('fee_settlement_lines_fee_check', sql`${t.fee} >= 0 and ${t.fee} <= ${t.gross}`),
    foreignKey({ columns: [t.schoolId, t.intentId], foreignColumns: [feeIntents.schoolId, feeIntents.id] }),
    foreignKey({ columns: [t.schoolId, t.settlementId], foreignColumns: [feeSettlements.schoolId, feeSettlements.id] }),
    ...appendOnlyPolicies('fee_settlement_lines'),
  ],
)
