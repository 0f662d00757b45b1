import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { BankImport, bankImports } from '#shared/fees/bank/bank-import.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { feeBankImports, feeBankLines, feeBankStops } from './fee-bank.table.ts'

type Row = typeof feeBankImports.$inferSelect
type View = z.input<typeof BankImport>

const mostListed = 50

const isOf = (schoolId: string, importId: string) =>
  and(eq(feeBankStops.schoolId, schoolId), eq(feeBankStops.importId, importId))

/** Returns imports with what became of their lines. */
async function importViews(tx: Tx, schoolId: string, rows: readonly Row[]): Promise<View[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counted = await tx
    .select({
      importId: feeBankLines.importId,
      matched: sql<number>`count(*) filter (where ${feeBankLines.state} = 'matched')`.mapWith(Number),
      booked: sql<number>`count(*) filter (where ${feeBankLines.paymentId} is not null)`.mapWith(Number),
      doubtful: sql<number>`count(*) filter (where ${feeBankLines.state} = 'doubtful')`.mapWith(Number),
      ignored: sql<number>`count(*) filter (where ${feeBankLines.state} = 'ignored')`.mapWith(Number),
    })
    .from(feeBankLines)
    .where(and(eq(feeBankLines.schoolId, schoolId), inArray(feeBankLines.importId, ids)))
    .groupBy(feeBankLines.importId)
  const stops = await tx
    .select({ importId: feeBankStops.importId })
    .from(feeBankStops)
    .where(and(eq(feeBankStops.schoolId, schoolId), inArray(feeBankStops.importId, ids)))
  const people = await findPeople(
    tx,
    schoolId,
    rows.map(({ byUser }) => byUser),
  )
  return rows.map(({ id, account, format, at, byUser, lines, known, faults }) => {
    const { importId: _id, ...counts } = counted.find((each) => each.importId === id) ?? none
    const isStopped = stops.some((each) => each.importId === id)
    const state = counts.booked === counts.matched ? 'done' : isStopped ? 'stopped' : 'running'
    const problems = faults.slice(0, 200).map(({ line, fault }) => ({ line, problem: fault }))
    const of = {
      importId: id,
      account,
      format,
      at,
      by: colleague(byUser, people),
      lines,
      known,
      problems,
      problemCount: faults.length,
    }
    return { ...of, state, ...counts }
  })
}

const none = { importId: '', matched: 0, booked: 0, doubtful: 0, ignored: 0 }

/** Lists the latest imports, and the accounts of all. */
export async function latestImports(tx: Tx, schoolId: string): Promise<z.input<typeof bankImports.reply>> {
  const rows = await tx
    .select()
    .from(feeBankImports)
    .where(eq(feeBankImports.schoolId, schoolId))
    .orderBy(desc(feeBankImports.at), desc(feeBankImports.id))
    .limit(mostListed)
  const accounts = await tx
    .selectDistinct({ account: feeBankImports.account })
    .from(feeBankImports)
    .where(eq(feeBankImports.schoolId, schoolId))
    .orderBy(asc(feeBankImports.account))
  const of = eq(feeBankImports.schoolId, schoolId)
  return {
    imports: await importViews(tx, schoolId, rows),
    count: await tx.$count(feeBankImports, of),
    accounts: accounts.map(({ account }) => account),
  }
}

/** Stops the booking of an import, or lets it go on. @throws AppError request.not-found */
export async function setImport(tx: Tx, by: FeeStaff, importId: string, state: 'running' | 'stopped'): Promise<View> {
  const { schoolId, userId: byUser } = by
  const [row] = await tx
    .select()
    .from(feeBankImports)
    .where(and(eq(feeBankImports.schoolId, schoolId), eq(feeBankImports.id, importId)))
  if (!row) throw new AppError('request.not-found', { field: 'importId' })
  const stop = { schoolId, importId, byUser, at: toInstant(by.nowMs) }
  const changed =
    state === 'stopped'
      ? await tx.insert(feeBankStops).values(stop).onConflictDoNothing().returning()
      : await tx.delete(feeBankStops).where(isOf(schoolId, importId)).returning()
  if (changed.length > 0)
    await recordAuditEvent(tx, by.audit, 'fee-import-set', { about: null, by: byUser, facts: { state } })
  const [view] = await importViews(tx, schoolId, [row])
  if (!view) throw new Error('an import without a row')
  return view
}
