import type { Tx } from '#server/kernel/db.ts'
import { type Allocated, allocate, type OpenCharge } from '#shared/fees/allocation.rules.ts'
import { chargeAccount, type Posting } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueDocument, type StoredDocument } from '../documents/issue-document.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { insertAllocations } from '../payments/allocation.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { feeCharges } from './fee-billing.table.ts'
import type { PlannedInvoice } from './plan-pupil.service.ts'

interface Issue {
  runId: string | null
  studentId: string
  invoice: PlannedInvoice
  /** Seat deposit of the child that is left; applied to seat money and tuition where the payer may have it. */
  deposit: number
  /** Payers with credit. */
  withCredit: ReadonlySet<string>
}

type Line = PlannedInvoice['lines'][number] & { chargeId: string }

/**
 * Issues one invoice: its charges, what the child's deposit and the payer's credit settle of them at once, and their journals. The
 * payer is locked. @returns the document and what was taken of the deposit
 */
export async function issueInvoice(
  tx: Tx,
  by: FeeActor,
  { runId, studentId, invoice, deposit, withCredit }: Issue,
): Promise<{ document: StoredDocument; deposit: number }> {
  const { schoolId, nowMs, random } = by
  const { payerId, dueOn } = invoice
  const lines = invoice.lines.map((line): Line => ({ ...line, chargeId: uuidv7(nowMs, random) }))
  const byDeposit = invoice.takesDeposit ? allocateDeposit(lines, deposit) : []
  const byCredit = withCredit.has(payerId) ? await allocateCredit(tx, schoolId, payerId, lines, byDeposit) : []
  const applied = minor(
    sum([...byDeposit, ...byCredit.flatMap(({ allocated }) => allocated)].map(({ amount }) => amount)),
  )
  const document = await issueDocument(tx, by, {
    id: uuidv7(nowMs, random),
    kind: 'invoice',
    payerId,
    studentId,
    dueOn,
    lines: lines.map(
      ({ priority: _priority, isDeferred: _deferred, takesDeposit: _deposit, version: _version, ...line }) => line,
    ),
    applied,
  })
  await insertCharges(tx, { runId, studentId, payerId, document, lines })
  await postInvoice(tx, by, { document, lines, studentId })
  const depositId = uuidv7(nowMs, random)
  await insertAllocations(tx, by, { source: 'deposit', sourceId: depositId, payerId }, byDeposit)
  await postApplied(tx, by, { id: depositId, kind: 'deposit-applied', document, lines, allocated: byDeposit })
  for (const { paymentId, allocated } of byCredit)
    await insertAllocations(tx, by, { source: 'payment', sourceId: paymentId, payerId }, allocated)
  const credited = byCredit.flatMap(({ allocated }) => allocated)
  const creditId = uuidv7(nowMs, random)
  await postApplied(tx, by, { id: creditId, kind: 'credit-applied', document, lines, allocated: credited })
  return { document, deposit: sum(byDeposit.map(({ amount }) => amount)) }
}

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
async function allocateCredit(
  tx: Tx,
  schoolId: string,
  payerId: string,
  lines: readonly Line[],
  taken: readonly Allocated[],
): Promise<{ paymentId: string; allocated: Allocated[] }[]> {
  const open = new Map(lines.map((line) => [line.chargeId, openOf(line)]))
  const take = ({ chargeId, amount }: Allocated) => {
    const item = open.get(chargeId)
    if (item) open.set(chargeId, { ...item, open: item.open - amount })
  }
  for (const each of taken) take(each)
  const found: { paymentId: string; allocated: Allocated[] }[] = []
  for (const { paymentId, free } of await paymentStates(tx, schoolId, { payerIds: [payerId] })) {
    if (free <= 0) continue
    const { allocated } = allocate(free, [...open.values()])
    for (const each of allocated) take(each)
    if (allocated.length > 0)
      found.push({ paymentId, allocated: allocated.map((each) => ({ ...each, reason: 'credit' as const })) })
  }
  return found
}

const insertCharges = async (
  tx: Tx,
  {
    runId,
    studentId,
    payerId,
    document,
    lines,
  }: { runId: string | null; studentId: string; payerId: string; document: StoredDocument; lines: readonly Line[] },
): Promise<void> => {
  const { schoolId, id: documentId, issuedAt: chargedAt } = document
  await tx.insert(feeCharges).values(
    lines.map((line) => {
      const { component, name, priority, year, part, gross, discounts, net, taxCode, tax, isDeferred, version } = line
      const dueOn = line.dueOn ?? ''
      const amounts = { gross, discounts, net, taxCode, tax, isDeferred, version, chargedAt }
      const of = { schoolId, id: line.chargeId, runId, documentId, studentId, payerId }
      return { ...of, component, name, priority, year, part, dueOn, ...amounts }
    }),
  )
}

const postInvoice = (
  tx: Tx,
  by: FeeActor,
  { document, lines, studentId }: { document: StoredDocument; lines: readonly Line[]; studentId: string },
) => {
  const { payerId } = document
  const postings = lines.flatMap((line): Posting[] => {
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
  const { schoolId, today, userId: byUser } = by
  const journal = { schoolId, opId: document.id, kind: 'invoice', happenedOn: today, today, byUser } as const
  return postJournal(tx, { ...journal, recordedAt: toInstant(by.nowMs), studentId, documentId: document.id, postings })
}

interface Applied {
  id: string
  kind: 'deposit-applied' | 'credit-applied'
  document: StoredDocument
  lines: readonly Line[]
  allocated: readonly Allocated[]
}

function postApplied(tx: Tx, by: FeeActor, { id: opId, kind, document, lines, allocated }: Applied) {
  const { payerId, studentId } = document
  const debit = kind === 'deposit-applied' ? 'seat-deposits' : 'family-credit'
  const postings = allocated.map(({ chargeId, amount }): Posting => {
    const component = lines.find((line) => line.chargeId === chargeId)?.component ?? null
    return { debit, credit: 'receivable', amount, payerId, studentId, component }
  })
  const { schoolId, today, userId: byUser } = by
  const journal = { schoolId, opId, kind, happenedOn: today, today, byUser, studentId, documentId: document.id }
  return postJournal(tx, { ...journal, recordedAt: toInstant(by.nowMs), postings })
}
