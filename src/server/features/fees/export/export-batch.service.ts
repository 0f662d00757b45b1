import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type {
  FeeExportBatch,
  feeExports,
  feeExportFile,
  feeExportFiles,
  makeFeeExport,
} from '#shared/fees/export/export-batch.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { lockFeePeriod } from '../ledger/period-lock.service.ts'
import { lockedUntil } from '../ledger/post-journal.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import type { ExportBatch, ExportFile, ExportJournal } from './export-batch.types.ts'
import { exportFiles } from './export-files.rules.ts'
import { feeExportBatches } from './fee-export.table.ts'

type Row = typeof feeExportBatches.$inferSelect

const numberOf = (no: number): string => `E-${String(no).padStart(6, '0')}`

export const batchView = ({ id, no, until, currency, journals, at }: Row): z.input<typeof FeeExportBatch> => ({
  batchId: id,
  number: numberOf(no),
  until,
  currency,
  journals,
  at,
})

/** Makes the next batch, once. @throws AppError request.invalid, request.not-found */
export async function makeBatch(
  tx: Tx,
  by: FeeStaff,
  asked: z.output<typeof makeFeeExport.body>,
): Promise<z.input<typeof FeeExportBatch>> {
  const { schoolId } = by
  // One after another, so that numbers have no gap and no journal is in two.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fee-exports ${schoolId}`}, 0))`)
  const row = await runOnce<typeof feeExportBatches, Row>(
    tx,
    feeExportBatches,
    { schoolId, id: asked.batchId, asked },
    { first: (askedHash) => make(tx, by, asked, askedHash), again: (known) => known },
  )
  return batchView(row)
}

async function make(
  tx: Tx,
  by: FeeStaff,
  { batchId, until }: z.output<typeof makeFeeExport.body>,
  askedHash: string,
): Promise<Row> {
  const { schoolId, userId: byUser, nowMs, currency, today } = by
  if (until >= today) throw new AppError('request.invalid', { field: 'until' })
  const locked = await lockedUntil(tx, schoolId)
  if (locked === null || until > locked) await lockFeePeriod(tx, by, until)
  const [last] = await tx
    .select({ no: feeExportBatches.no })
    .from(feeExportBatches)
    .where(eq(feeExportBatches.schoolId, schoolId))
    .orderBy(desc(feeExportBatches.no))
    .limit(1)
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from fee_journals j where j.school_id = ${schoolId} and ${isOpen(schoolId, until)}`)
  const journals = rows[0]?.count ?? 0
  if (journals === 0) throw new AppError('request.not-found', { field: 'until' })
  const { accountCodes } = await readFeeSettings(tx, schoolId)
  const no = (last?.no ?? 0) + 1
  const values = { no, until, currency, accounts: accountCodes, journals, hasTaxCodes: true, askedHash, byUser }
  const [row] = await tx
    .insert(feeExportBatches)
    .values({ schoolId, id: batchId, ...values, at: toInstant(nowMs) })
    .returning()
  if (!row) throw new Error('the batch was not stored')
  await tx.execute(sql`
    insert into fee_export_journals (school_id, journal_id, batch_id, no)
    select j.school_id, j.id, ${batchId}, row_number() over (order by j.effective_on, j.recorded_at, j.id)
    from fee_journals j where j.school_id = ${schoolId} and ${isOpen(schoolId, until)}`)
  await recordAuditEvent(tx, by.audit, 'fee-export-made', { about: null, by: byUser, facts: { count: journals } })
  return row
}

const isOpen = (schoolId: string, until: string) => sql`j.effective_on <= ${until} and not exists (
  select from fee_export_journals e where e.school_id = ${schoolId} and e.journal_id = j.id)`

/** Lists the latest batches, and counts all. */
export async function latestBatches(tx: Tx, schoolId: string): Promise<z.input<typeof feeExports.reply>> {
  const isOurs = eq(feeExportBatches.schoolId, schoolId)
  const rows = await tx.select().from(feeExportBatches).where(isOurs).orderBy(desc(feeExportBatches.no)).limit(200)
  return { batches: rows.map(batchView), count: await tx.$count(feeExportBatches, isOurs) }
}

interface PostingRow {
  [column: string]: unknown
  no: number
  opId: string
  kind: string
  effectiveOn: string
  document: string
  debit: string
  credit: string
  amount: string | number
  party: string
  admissionNo: string
  component: string
  taxCode: string
}

/** Accounts whose lines name the tax code of what they are about. */
const taxed: ReadonlySet<string> = new Set(['revenue', 'deferred-revenue', 'discount', 'vat', 'application-fees'])

/** Parties are named by their codes: names change and are erased, and a batch says the same for ever. */
async function readBatch(tx: Tx, row: Row): Promise<ExportBatch> {
  const { schoolId, id, no, currency, accounts, hasTaxCodes } = row
  const { rows } = await tx.execute<PostingRow>(sql`
    select e.no, j.id as "opId", j.kind, j.effective_on::text as "effectiveOn", coalesce(d.number, '') as document,
      p.debit, p.credit, p.amount, coalesce(f.code, '') as party, coalesce(c.admission_no, '') as "admissionNo",
      coalesce(p.component, '') as component,
      coalesce(s.tax_code, (select l.line->>'taxCode' from jsonb_array_elements(d.lines) l(line)
        where j.kind in ('invoice', 'credit-note') and l.line->>'component' = p.component limit 1), '') as "taxCode"
    from fee_export_journals e
    join fee_journals j on j.school_id = e.school_id and j.id = e.journal_id
    join fee_postings p on p.school_id = e.school_id and p.journal_id = e.journal_id
    left join fee_documents d on d.school_id = j.school_id and d.id = j.document_id
    left join student_fees s on s.school_id = j.school_id and s.id = j.id
    left join fee_payers f on f.school_id = p.school_id and f.id = p.payer_id
    left join pupil_accounts a on a.school_id = p.school_id and a.student_id = p.student_id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    where e.school_id = ${schoolId} and e.batch_id = ${id}
    order by e.no, p.line`)
  const journals: (Omit<ExportJournal, 'lines'> & { lines: ExportJournal['lines'][number][] })[] = []
  for (const { debit, credit, amount, party, admissionNo, component, taxCode, kind, ...of } of rows) {
    const known = journals.at(-1)
    const journal = known?.no === of.no ? known : { ...of, text: kind, lines: [] }
    if (journal !== known) journals.push(journal)
    const lineOf = (account: string) => ({
      party,
      admissionNo,
      component,
      account: accounts[account] || account,
      taxCode: hasTaxCodes && taxed.has(account) ? taxCode : '',
    })
    journal.lines.push({ ...lineOf(debit), debit: Number(amount), credit: 0 })
    journal.lines.push({ ...lineOf(credit), debit: 0, credit: Number(amount) })
  }
  return { number: numberOf(no), currency, journals }
}

/** Writes the files of a batch. @throws AppError request.not-found, fees.export-decimals */
async function filesOf(
  tx: Tx,
  schoolId: string,
  { batchId, profile }: z.output<typeof feeExportFiles.body>,
): Promise<readonly ExportFile[]> {
  const [row] = await tx
    .select()
    .from(feeExportBatches)
    .where(and(eq(feeExportBatches.schoolId, schoolId), eq(feeExportBatches.id, batchId)))
  if (!row) throw new AppError('request.not-found', { field: 'batchId' })
  const files = await exportFiles(profile, await readBatch(tx, row))
  if (!('fault' in files)) return files
  if (files.fault === 'decimals') throw new AppError('fees.export-decimals', { field: 'profile' })
  throw new Error('a journal is not balanced')
}

/** Names the files of a batch. @throws AppError request.not-found, fees.export-decimals */
export const exportFileNames = async (
  tx: Tx,
  schoolId: string,
  asked: z.output<typeof feeExportFiles.body>,
): Promise<string[]> => (await filesOf(tx, schoolId, asked)).map(({ name }) => name)

/** Writes one file of a batch. @throws AppError request.not-found, fees.export-decimals */
export async function exportFile(
  tx: Tx,
  schoolId: string,
  asked: z.output<typeof feeExportFile.body>,
): Promise<FileReply> {
  const { profile, fileNo } = asked
  const file = (await filesOf(tx, schoolId, asked))[fileNo - 1]
  if (!file) throw new AppError('request.not-found', { field: 'fileNo' })
  return { name: file.name, kind: profile === 'tally' ? 'xml' : 'csv', bytes: Uint8Array.from(file.bytes) }
}
