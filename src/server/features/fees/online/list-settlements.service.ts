import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import type { feeSettlements as feeSettlementList } from '#shared/fees/online/settlement.contract.ts'
import { type Currency, minor, subtract } from '#shared/kernel/money.ts'
import { balance } from '../ledger/balance.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { missingPayments } from './missing-payments.service.ts'
import { feeSettlementLines, feeSettlements } from './settlement.table.ts'

const mostListed = 50

/** Lists the latest settlements, and the payments that are in none. */
export async function listSettlements(
  tx: Tx,
  { schoolId, currency }: { schoolId: string; currency: Currency },
  gateways: readonly GatewayId[],
): Promise<z.input<typeof feeSettlementList.reply>> {
  const rows = await tx
    .select()
    .from(feeSettlements)
    .where(eq(feeSettlements.schoolId, schoolId))
    .orderBy(desc(feeSettlements.at), desc(feeSettlements.id))
    .limit(mostListed)
  const ids = rows.map(({ id }) => id)
  const counted =
    ids.length === 0
      ? []
      : await tx
          .select({ id: feeSettlementLines.settlementId, lines: count() })
          .from(feeSettlementLines)
          .where(and(eq(feeSettlementLines.schoolId, schoolId), inArray(feeSettlementLines.settlementId, ids)))
          .groupBy(feeSettlementLines.settlementId)
  const { rows: missing, count: missingCount } = await missingPayments(tx, schoolId)
  const names = await payerNames(
    tx,
    schoolId,
    missing.map(({ payerId }) => payerId),
  )
  return {
    currency,
    clearing: minor(await balance(tx, { schoolId, account: 'gateway-clearing' })),
    gateways: [...gateways],
    settlements: rows.map(({ id, gateway, settledOn, gross, fee, problems, at }) => ({
      settlementId: id,
      gateway,
      settledOn,
      at,
      matched: counted.find((each) => each.id === id)?.lines ?? 0,
      gross,
      fee,
      net: subtract(gross, fee),
      problems: problems.slice(0, 200),
      problemCount: problems.length,
    })),
    settlementCount: await tx.$count(feeSettlements, eq(feeSettlements.schoolId, schoolId)),
    missingCount,
    missing: missing.map(({ id: intentId, gateway, payerId, amount, paidAt, createdAt }) => ({
      intentId,
      gateway,
      payer: names(payerId),
      amount,
      paidAt: paidAt ?? createdAt,
    })),
  }
}
