import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { importSettlement, Settlement, SettlementProblem } from '#shared/fees/online/settlement.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Currency, minor, sum, subtract } from '#shared/kernel/money.ts'
import { endOfDay, toInstant } from '#shared/kernel/time.ts'
import { balance } from '../ledger/balance.service.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { type IntentRow } from './intent-row.service.ts'
import { missingPayments, unsettled } from './missing-payments.service.ts'
import { settleRefunds } from './settle-refunds.service.ts'
import { readSettlement, type SettlementFile, type SettlementLine } from './settlement-file.rules.ts'
import { feeSettlementLines, feeSettlements } from './settlement.table.ts'

type Asked = z.output<typeof importSettlement.body>
type Row = typeof feeSettlements.$inferSelect
type View = z.input<typeof Settlement>

/** Reads the file. @throws AppError fees.statement-unreadable */
function read(data: string, currency: Currency): SettlementFile {
  try {
    const file = readSettlement(fromBase64(data), currency)
    if (!file) throw new AppError('fees.statement-unreadable', { field: 'data' })
    return file
  } catch (error) {
    if (error instanceof SheetRefused) throw new AppError('fees.statement-unreadable', { field: 'data', cause: error })
    throw error
  }
}

/** Books a settlement, once. @throws AppError as the contract says */
export async function settle(tx: Tx, by: FeeStaff & { timeZone: string }, asked: Asked): Promise<View> {
  const { schoolId } = by
  if (asked.settledOn > by.today) throw new AppError('request.invalid', { field: 'settledOn' })
  // One after another, so that no payment is settled by two.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fee-settlements ${schoolId}`}, 0))`)
  const command = { schoolId, id: asked.settlementId, asked }
  const row = await runOnce<typeof feeSettlements, Row>(tx, feeSettlements, command, {
    first: (askedHash) => book(tx, by, { asked, askedHash, file: read(asked.data, by.currency) }),
    again: (known) => known,
  })
  return view(tx, by, row)
}

interface Booked {
  intent: IntentRow
  line: SettlementLine
}

/** Finds the payment of each row that is one, and names the rows that fit none. */
async function matchRows(
  tx: Tx,
  { schoolId, gateway }: Pick<IntentRow, 'schoolId' | 'gateway'>,
  file: SettlementFile,
): Promise<{ booked: Booked[]; problems: Row['problems'] }> {
  const references = [...new Set(file.lines.flatMap((line) => line.references))]
  const open = await unsettled(tx, schoolId, { gateway, references })
  const booked: Booked[] = []
  const problems: Row['problems'] = file.unreadable.map((row) => ({
    row,
    problem: 'unreadable',
  }))
  for (const line of file.lines.filter((each) => each.gross > 0)) {
    const intent = open.find((each) => isMeant(each, line))
    const isTaken = booked.some((each) => each.intent.id === intent?.id)
    if (!intent) problems.push({ row: line.row, problem: await unknownOrTwice(tx, schoolId, gateway, line) })
    else if (isTaken) problems.push({ row: line.row, problem: 'twice' })
    else if (line.gross !== intent.amount) problems.push({ row: line.row, problem: 'amount' })
    else booked.push({ intent, line })
  }
  return { booked, problems }
}

async function book(
  tx: Tx,
  by: FeeStaff,
  { asked, askedHash, file }: { asked: Asked; askedHash: string; file: SettlementFile },
): Promise<Row> {
  const { schoolId, userId: byUser, nowMs, today } = by
  const { settlementId, gateway, settledOn } = asked
  const { booked, problems } = await matchRows(tx, { schoolId, gateway }, file)
  const [gross, fee] = [sum(booked.map(({ line }) => line.gross)), sum(booked.map(({ line }) => line.fee))]
  const refunds = await settleRefunds(tx, by, {
    gateway,
    settledOn,
    lines: file.lines.filter((line) => line.gross < 0),
  })
  problems.push(...refunds.problems)
  const at = toInstant(nowMs)
  const whole = sum([gross, refunds.gross])
  const values = { schoolId, id: settlementId, gateway, settledOn, gross: whole, fee, problems, askedHash, byUser, at }
  const [row] = await tx.insert(feeSettlements).values(values).returning()
  if (!row) throw new Error('the settlement was not stored')
  if (booked.length > 0)
    await tx.insert(feeSettlementLines).values(
      booked.map(({ intent, line }) => ({
        schoolId,
        intentId: intent.id,
        settlementId,
        gross: line.gross,
        fee: line.fee,
      })),
    )
  const journal = { schoolId, opId: settlementId, kind: 'settlement', happenedOn: settledOn, today } as const
  await postJournal(tx, {
    ...journal,
    recordedAt: at,
    byUser,
    postings: [
      { debit: 'bank', credit: 'gateway-clearing', amount: subtract(gross, fee) },
      { debit: 'gateway-charges', credit: 'gateway-clearing', amount: fee },
    ],
  })
  const facts = { kind: gateway, count: booked.length }
  await recordAuditEvent(tx, by.audit, 'fee-settlement-booked', { about: null, by: byUser, facts })
  return row
}

const namesOf = ({ id, gatewayRef, transaction }: IntentRow): (string | null)[] => [id, gatewayRef, transaction]
const isMeant = (intent: IntentRow, { references }: SettlementLine): boolean =>
  namesOf(intent).some((name) => name !== null && references.includes(name))

async function unknownOrTwice(
  tx: Tx,
  schoolId: string,
  gateway: IntentRow['gateway'],
  { references }: SettlementLine,
): Promise<SettlementProblem> {
  const { rows } = await tx.execute(sql`
    select 1 from fee_intents i
    join fee_settlement_lines l on l.school_id = i.school_id and l.intent_id = i.id
    where i.school_id = ${schoolId} and i.gateway = ${gateway}
      and (i.id::text in ${references} or i.gateway_ref in ${references} or i.transaction in ${references})
    limit 1`)
  return rows.length > 0 ? 'twice' : 'unknown'
}

async function view(tx: Tx, by: FeeStaff & { timeZone: string }, row: Row): Promise<View> {
  const { schoolId, id, gateway, settledOn, gross, fee, problems } = row
  const lines = await tx
    .select({ id: feeSettlementLines.intentId })
    .from(feeSettlementLines)
    .where(and(eq(feeSettlementLines.schoolId, schoolId), eq(feeSettlementLines.settlementId, id)))
  const until = toInstant(endOfDay(settledOn, by.timeZone))
  const { rows: missing, count: missingCount } = await missingPayments(tx, schoolId, { gateway, until })
  const names = await payerNames(
    tx,
    schoolId,
    missing.map(({ payerId }) => payerId),
  )
  const clearing = minor(await balance(tx, { schoolId, account: 'gateway-clearing' }))
  return {
    settlementId: id,
    currency: by.currency,
    matched: lines.length,
    gross,
    fee,
    net: subtract(gross, fee),
    problems: problems.slice(0, 200),
    problemCount: problems.length,
    missingCount,
    missing: missing.map(({ id: intentId, payerId, amount, paidAt }) => ({
      intentId,
      payer: names(payerId),
      amount,
      paidAt: paidAt ?? row.at,
    })),
    clearing,
  }
}
