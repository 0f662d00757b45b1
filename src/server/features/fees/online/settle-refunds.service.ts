import { type AnyColumn, and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { textList } from '#server/kernel/sql-values.ts'
import type { SettlementProblem } from '#shared/fees/online/settlement.contract.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { feeClaimEnds, feeClaims } from '../claims/fee-claim.table.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { feeJournals } from '../ledger/fee-ledger.table.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import type { IntentRow } from './intent-row.service.ts'
import { feeIntents } from './online.table.ts'
import type { SettlementLine } from './settlement-file.rules.ts'

/**
 * Books the refunds that a gateway kept back from what it paid out, each once: the money at the gateway that a refund took is
 * answered by what came less to the bank. @returns what was booked, below 0, and the rows that fit no refund
 */
export async function settleRefunds(
  tx: Tx,
  by: FeeStaff,
  { gateway, settledOn, lines }: { gateway: IntentRow['gateway']; settledOn: Day; lines: readonly SettlementLine[] },
): Promise<{ gross: ReturnType<typeof minor>; problems: { row: number; problem: SettlementProblem }[] }> {
  const problems: { row: number; problem: SettlementProblem }[] = []
  const { schoolId, today, nowMs, userId: byUser } = by
  const refunds =
    lines.length === 0
      ? []
      : await paidRefunds(tx, schoolId, { gateway, references: lines.flatMap((line) => line.references) })
  const settled = new Set(
    await postedOf(
      tx,
      schoolId,
      refunds.map(({ claim }) => endIdOf(claim.id)),
    ),
  )
  let gross = 0
  for (const { row, gross: amount, references } of lines) {
    const named = refunds.filter(({ names }) => names.some((name) => references.includes(name)))
    const fitting = named.filter(({ claim }) => claim.amount === negate(amount))
    const next = fitting.find(({ claim }) => !settled.has(endIdOf(claim.id)))
    if (!next) {
      problems.push({ row, problem: named.length === 0 ? 'unknown' : fitting.length > 0 ? 'twice' : 'amount' })
      continue
    }
    const { id, payerId, studentId } = next.claim
    const opId = endIdOf(id)
    settled.add(opId)
    gross += amount
    const journal = { schoolId, opId, kind: 'settlement', happenedOn: settledOn, today, byUser, studentId } as const
    const posting = { debit: 'gateway-clearing', credit: 'bank', amount: negate(amount), payerId, studentId } as const
    await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), postings: [posting] })
  }
  return { gross: minor(gross), problems }
}

/** Refunds of money of a gateway that were paid by it and that a file names, with every name that its files may give them. */
async function paidRefunds(
  tx: Tx,
  schoolId: string,
  { gateway, references }: { gateway: IntentRow['gateway']; references: readonly string[] },
) {
  const isNamed = (column: SQL | AnyColumn) => sql`${column} = any(${textList(references)})`
  const rows = await tx
    .select({ claim: feeClaims, end: feeClaimEnds, intent: feeIntents })
    .from(feeClaims)
    .innerJoin(feeIntents, and(eq(feeIntents.schoolId, feeClaims.schoolId), eq(feeIntents.id, feeClaims.paymentId)))
    .innerJoin(
      feeClaimEnds,
      and(
        eq(feeClaimEnds.schoolId, feeClaims.schoolId),
        eq(feeClaimEnds.claimId, feeClaims.id),
        eq(feeClaimEnds.kind, 'paid'),
      ),
    )
    .where(
      and(
        eq(feeClaims.schoolId, schoolId),
        eq(feeClaims.method, 'online'),
        // Not what was paid by transfer, since the gateway refused it.
        isNull(feeClaimEnds.method),
        eq(feeIntents.gateway, gateway),
        or(
          isNamed(sql`${feeClaims.id}::text`),
          isNamed(sql`${feeIntents.id}::text`),
          isNamed(feeClaimEnds.reference),
          isNamed(feeIntents.gatewayRef),
          isNamed(feeIntents.transaction),
        ),
      ),
    )
  return rows.map(({ claim, end, intent }) => {
    const names = [claim.id, end.reference, intent.id, intent.gatewayRef, intent.transaction]
    return { claim, names: names.filter((name) => name !== null) }
  })
}

async function postedOf(tx: Tx, schoolId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: feeJournals.id })
    .from(feeJournals)
    .where(and(eq(feeJournals.schoolId, schoolId), inArray(feeJournals.id, [...ids])))
  return rows.map(({ id }) => id)
}
