import type { Tx } from '#server/kernel/db.ts'
import { type Allocated, allocate, type OpenCharge } from '#shared/fees/allocation.rules.ts'
import { chargeAccount, type Posting } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueDocuments, type StoredDocument } from '../documents/issue-document.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type Journal, postNewJournals } from '../ledger/post-journal.service.ts'
import { allocateNewCharges } from '../payments/allocation.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { depositsLeft } from '../payments/seat-deposit.service.ts'
import { feeCharges } from './fee-billing.table.ts'
import type { PlannedInvoice } from './plan-pupil.service.ts'
import { printedLine } from './printed-line.rules.ts'

/** Invoices of one child, in the order in which they are issued. */
export interface PupilInvoices {
  studentId: string
  invoices: readonly PlannedInvoice[]
}

type Line = PlannedInvoice['lines'][number] & { chargeId: string }

/** Money that is there already, and less with each invoice: deposits by child, payments with credit by payer, the earliest first. */
interface Purse {
  deposits: Map<string, number>
  credits: ReadonlyMap<string, { paymentId: string; free: number }[]>
}

/** Invoice with what deposits and credit settle of it at once. */
interface Prepared {
  studentId: string
  invoice: PlannedInvoice
  lines: readonly Line[]
  byDeposit: readonly Allocated[]
  byCredit: readonly { paymentId: string; allocated: readonly Allocated[] }[]
}

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

async function readPurse(tx: Tx, schoolId: string, pupils: readonly PupilInvoices[]): Promise<Purse> {
  const invoices = pupils.flatMap((each) => each.invoices)
  const takers = pupils.filter((each) => each.invoices.some(({ takesDeposit }) => takesDeposit))
  const payerIds = [...new Set(invoices.map(({ payerId }) => payerId))]
  const states = (await paymentStates(tx, schoolId, { payerIds })).filter(({ free }) => free > 0)
  return {
    deposits: await depositsLeft(
      tx,
      schoolId,
      takers.map(({ studentId }) => studentId),
    ),
    credits: Map.groupBy(
      states.map(({ payerId, paymentId, free }) => ({ payerId, paymentId, free: Number(free) })),
      ({ payerId }) => payerId,
    ),
  }
}

function prepare(
  { nowMs, random }: FeeActor,
  { deposits, credits }: Purse,
  { studentId, invoice }: { studentId: string; invoice: PlannedInvoice },
): Prepared {
  const lines = invoice.lines.map((line): Line => ({ ...line, chargeId: uuidv7(nowMs, random) }))
  const left = deposits.get(studentId) ?? 0
  const byDeposit = invoice.takesDeposit ? allocateDeposit(lines, left) : []
  deposits.set(studentId, left - sumOf(byDeposit))
  const byCredit = allocateCredit(credits.get(invoice.payerId) ?? [], lines, byDeposit)
  return { studentId, invoice, lines, byDeposit, byCredit }
}

const sumOf = (allocated: readonly Allocated[]): number => sum(allocated.map(({ amount }) => amount))

const documentOf = ({ nowMs, random }: FeeActor, { studentId, invoice, lines, byDeposit, byCredit }: Prepared) => ({
  id: uuidv7(nowMs, random),
  payerId: invoice.payerId,
  studentId,
  dueOn: invoice.dueOn,
  lines: lines.map(printedLine),
  applied: minor(sumOf([...byDeposit, ...byCredit.flatMap(({ allocated }) => allocated)])),
})

const openOf = ({ chargeId, total, dueOn, priority }: Line): OpenCharge => ({
  chargeId,
  open: total,
  dueOn: dueOn ?? '',
  priority,
  bornOn: null,
})

/** A seat deposit settles the seat money and tuition, the first part first, and nothing else. */
function allocateDeposit(lines: readonly Line[], deposit: number): Allocated[] {
  const items = lines.filter((line) => line.takesDeposit).map(openOf)
  const { allocated } = allocate(Math.max(0, deposit), items)
  return allocated.map((each) => ({ ...each, reason: 'deposit' as const }))
}

/** Applies what the payer's payments have left, the earliest payment first. */
function allocateCredit(
  payments: { paymentId: string; free: number }[],
  lines: readonly Line[],
  taken: readonly Allocated[],
): Prepared['byCredit'] {
  const open = new Map(lines.map((line) => [line.chargeId, openOf(line)]))
  const take = ({ chargeId, amount }: Allocated) => {
    const item = open.get(chargeId)
    if (item) open.set(chargeId, { ...item, open: item.open - amount })
  }
  for (const each of taken) take(each)
  const found: { paymentId: string; allocated: Allocated[] }[] = []
  for (const payment of payments) {
    if (payment.free <= 0) continue
    const { allocated } = allocate(payment.free, [...open.values()])
    for (const each of allocated) take(each)
    payment.free -= sumOf(allocated)
    const { paymentId } = payment
    if (allocated.length > 0)
      found.push({ paymentId, allocated: allocated.map((each) => ({ ...each, reason: 'credit' as const })) })
  }
  return found
}

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
