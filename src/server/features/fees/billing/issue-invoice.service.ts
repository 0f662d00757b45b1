import type { Tx } from '#server/kernel/db.ts'
import type { Allocated } from '#shared/fees/allocation.rules.ts'
import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import { chargeAccount, type Posting } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueDocuments, type StoredDocument } from '../documents/issue-document.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type Journal, postNewJournals } from '../ledger/post-journal.service.ts'
import { allocateNewCharges } from '../payments/allocation.service.ts'
import { feeCharges } from './fee-billing.table.ts'
import type { PlannedInvoice } from './planned-invoice.types.ts'
import { type Prepared, type PupilInvoices, prepare, readPurse, sumOf } from './prepare-invoice.service.ts'

/** Returns of a planned line what stands on its document. */
const printedLine = ({
  priority: _priority,
  isDeferred: _deferred,
  takesDeposit: _deposit,
  version: _version,
  months: _months,
  ...line
}: PlannedInvoice['lines'][number]): DocumentLine => ({
  ...line,
  discounts: line.discounts.map(({ basis: _basis, ...discount }) => discount),
})

/**
 * Issues invoices: their charges, what the children's deposits and the payers' credit settle of them at once, and their journals;
 * all in a few statements, however many they are. Children and payers are locked. At most 200 invoices. @returns the ids of the
 * documents, in order
 */
export async function issueInvoices(
  tx: Tx,
  by: FeeActor,
  { runId, pupils }: { runId: string | null; pupils: readonly PupilInvoices[] },
): Promise<string[]> {
  const purse = await readPurse(tx, by.schoolId, pupils)
  const prepared = pupils.flatMap(({ studentId, invoices }) =>
    invoices.map((invoice) => prepare(by, purse, { studentId, invoice })),
  )
  if (prepared.length === 0) return []
  const documents = await issueDocuments(
    tx,
    by,
    'invoice',
    prepared.map((each) => documentOf(by, each)),
  )
  const issued = documents.flatMap((document, at) => {
    const each = prepared[at]
    return each
      ? [{ ...each, document, depositId: uuidv7(by.nowMs, by.random), creditId: uuidv7(by.nowMs, by.random) }]
      : []
  })
  await tx.insert(feeCharges).values(issued.flatMap((each) => chargesOf(runId, each)))
  await postNewJournals(
    tx,
    issued.flatMap((each) => journalsOf(by, each)),
  )
  await allocateNewCharges(tx, by, issued.flatMap(sourcesOf))
  return documents.map(({ id }) => id)
}

type Issued = Prepared & { document: StoredDocument; depositId: string; creditId: string }

const documentOf = ({ nowMs, random }: FeeActor, { studentId, invoice, lines, byDeposit, byCredit }: Prepared) => ({
  id: uuidv7(nowMs, random),
  payerId: invoice.payerId,
  studentId,
  dueOn: invoice.dueOn,
  lines: lines.map(printedLine),
  applied: minor(sumOf([...byDeposit, ...byCredit.flatMap(({ allocated }) => allocated)])),
})

const chargesOf = (runId: string | null, { studentId, document, lines }: Issued) => {
  const { schoolId, id: documentId, payerId, issuedAt: chargedAt } = document
  return lines.map((line) => {
    const { component, name, priority, year, part, gross, discounts, net, taxCode, tax, isDeferred, version, months } =
      line
    const dueOn = line.dueOn ?? ''
    const amounts = { gross, discounts, net, taxCode, tax, isDeferred, version, months, chargedAt }
    const of = { schoolId, id: line.chargeId, runId, documentId, studentId, payerId }
    return { ...of, component, name, priority, year, part, dueOn, ...amounts }
  })
}

function journalsOf(by: FeeActor, issued: Issued): Journal[] {
  const { document, byDeposit, byCredit, depositId, creditId, studentId } = issued
  const { schoolId, today, userId: byUser } = by
  const of = { schoolId, happenedOn: today, today, byUser, recordedAt: toInstant(by.nowMs), studentId }
  const credited = byCredit.flatMap(({ allocated }) => allocated)
  const documentId = document.id
  return [
    { ...of, documentId, opId: documentId, kind: 'invoice', postings: invoicePostings(issued) },
    {
      ...of,
      documentId,
      opId: depositId,
      kind: 'deposit-applied',
      postings: applied(issued, 'seat-deposits', byDeposit),
    },
    { ...of, documentId, opId: creditId, kind: 'credit-applied', postings: applied(issued, 'family-credit', credited) },
  ]
}

const invoicePostings = ({ document: { payerId }, lines, studentId }: Issued): Posting[] =>
  lines.flatMap((line): Posting[] => {
    const { component, net, tax, discounts } = line
    const revenue = chargeAccount(line)
    const of = { payerId, studentId, component }
    // A discount that is taken back is no revenue: it lowers the discounts.
    const discount = revenue === 'discount' ? 0 : sum(discounts.map(({ amount }) => amount))
    return [
      { debit: 'receivable', credit: revenue, amount: net, ...of },
      { debit: 'discount', credit: revenue, amount: discount, ...of },
      { debit: 'receivable', credit: 'vat', amount: tax, ...of },
    ].filter(({ amount }) => amount !== 0) as Posting[]
  })

const applied = (
  { document: { payerId }, lines, studentId }: Issued,
  debit: 'seat-deposits' | 'family-credit',
  allocated: readonly Allocated[],
): Posting[] =>
  allocated.map(({ chargeId, amount }) => {
    const component = lines.find((line) => line.chargeId === chargeId)?.component ?? null
    return { debit, credit: 'receivable', amount, payerId, studentId, component }
  })

const sourcesOf = ({ document: { payerId }, byDeposit, byCredit, depositId }: Issued) => [
  { source: 'deposit' as const, sourceId: depositId, payerId, allocated: byDeposit },
  ...byCredit.map(({ paymentId, allocated }) => ({
    source: 'payment' as const,
    sourceId: paymentId,
    payerId,
    allocated,
  })),
]
