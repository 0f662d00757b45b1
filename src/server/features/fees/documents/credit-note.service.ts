import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import { chargeAccount, type Posting } from '#shared/fees/ledger.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { divideRounded, type Minor, minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { isPosted, postJournal } from '../ledger/post-journal.service.ts'
import { allocationsOn, insertAllocations, releaseAllocations } from '../payments/allocation.service.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { requireDocument } from './document-read.service.ts'
import { issueDocument, type StoredDocument } from './issue-document.service.ts'

interface CreditNote {
  opId: string
  /** Invoice that it corrects. */
  documentId: string
  /** Amounts with tax, in minor units. */
  lines: readonly { chargeId: string; amount: Minor }[]
  reason: string
}

/** Line of a credit note with the amounts that it takes back. */
interface Credited {
  item: OpenItem
  amount: Minor
  tax: Minor
  /** Part that lowers what is open; the rest was paid and becomes credit, or part of the seat deposit again. */
  lowers: Minor
}

/**
 * Issues a credit note on an invoice. It lowers what is open on each line; what was paid of it already is taken back from its
 * payment and becomes the payer's credit, so that document and ledger agree. Once for each operation.
 * @throws AppError request.not-found, request.invalid (the id came for something else), fees.over-credited (more than is left of a line)
 */
export async function issueCredit(tx: Tx, by: FeeActor, note: CreditNote): Promise<StoredDocument> {
  const { schoolId, userId: byUser, today, nowMs } = by
  const invoice = await requireDocument(tx, schoolId, note.documentId)
  if (invoice.kind !== 'invoice') throw new AppError('request.not-found', { field: 'documentId' })
  const { payerId, studentId } = invoice
  await lockPayer(tx, schoolId, payerId)
  if (await isPosted(tx, { schoolId, opId: note.opId, kind: 'credit-note' })) return sameNote(tx, schoolId, note)
  const credited = await creditedLines(tx, schoolId, invoice, note.lines)
  const postings: Posting[] = []
  for (const line of credited) postings.push(...creditPostings(line, await applyCredit(tx, by, note.opId, line)))
  const document = await issueDocument(tx, by, {
    id: note.opId,
    kind: 'credit',
    payerId,
    studentId,
    lines: credited.map(lineOf),
    corrects: invoice.id,
    reason: note.reason,
  })
  const journal = {
    schoolId,
    opId: note.opId,
    kind: 'credit-note',
    happenedOn: today,
    today,
    byUser,
    studentId,
  } as const
  await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), documentId: document.id, postings })
  const facts = { count: credited.length }
  await recordAuditEvent(tx, by.audit, 'fee-credit-issued', { about: studentId, by: byUser, facts })
  return document
}

/** Returns the credit note that was issued. @throws AppError request.invalid for another one under its id */
async function sameNote(tx: Tx, schoolId: string, { opId, documentId, lines }: CreditNote): Promise<StoredDocument> {
  const known = await requireDocument(tx, schoolId, opId)
  const asked = sum(lines.map(({ amount }) => amount))
  if (known.corrects !== documentId || known.total !== asked) throw new AppError('request.invalid', { field: 'opId' })
  return known
}

async function creditedLines(
  tx: Tx,
  schoolId: string,
  { id }: StoredDocument,
  lines: CreditNote['lines'],
): Promise<Credited[]> {
  const asked = new Map<string, number>()
  for (const { chargeId, amount } of lines) asked.set(chargeId, (asked.get(chargeId) ?? 0) + amount)
  const items = await openItems(tx, schoolId, { chargeIds: [...asked.keys()] })
  return [...asked].map(([chargeId, value]) => {
    const item = items.find((each) => each.chargeId === chargeId && each.documentId === id)
    if (!item) throw new AppError('request.not-found', { field: 'lines' })
    const amount = minor(value)
    if (amount > item.total - item.credited - item.writtenOff)
      throw new AppError('fees.over-credited', { field: 'lines' })
    const tax = minor(taxWithin(item, item.credited + amount) - taxWithin(item, item.credited))
    return { item, amount, tax, lowers: minor(Math.min(amount, item.open)) }
  })
}

/** Returns the tax within the first `amount` of an item: the last unit of it makes the tax whole. */
const taxWithin = ({ tax, total }: OpenItem, amount: number): number =>
  total === 0 ? 0 : Number(divideRounded(BigInt(tax) * BigInt(amount), BigInt(total)))

/** Takes back what was paid of a credited amount. @returns what of it goes back to the seat deposit, in minor units */
async function applyCredit(
  tx: Tx,
  by: FeeActor,
  documentId: string,
  { item, amount, lowers }: Credited,
): Promise<number> {
  const { chargeId, payerId } = item
  const standing = await allocationsOn(tx, by.schoolId, chargeId)
  // The seat deposit is taken back last: it is what is kept first when a child leaves.
  const paid = (['deposit', 'payment'] as const).flatMap((source) =>
    standing.filter(({ row }) => row.source === source),
  )
  const released = await releaseAllocations(tx, by, paid, { most: amount - lowers })
  const source = { source: 'credit-note', sourceId: documentId, payerId } as const
  await insertAllocations(tx, by, source, [{ chargeId, amount, reason: 'chosen' }])
  return sum(released.filter((each) => each.source === 'deposit').map((each) => each.amount))
}

/** Takes the net and then the tax from revenue and VAT; what lowers the debt comes first. */
function creditPostings({ item, amount, tax, lowers }: Credited, toDeposit: number): Posting[] {
  const of = { payerId: item.payerId, studentId: item.studentId, component: item.component }
  const from = [
    { debit: chargeAccount(item), left: amount - tax },
    { debit: 'vat' as const, left: Number(tax) },
  ]
  const to = [
    { credit: 'receivable' as const, left: Number(lowers) },
    { credit: 'family-credit' as const, left: amount - lowers - toDeposit },
    { credit: 'seat-deposits' as const, left: toDeposit },
  ]
  return from.flatMap((source) =>
    to.map((target): Posting => {
      const part = Math.min(source.left, target.left)
      source.left -= part
      target.left -= part
      return { debit: source.debit, credit: target.credit, amount: part, ...of }
    }),
  )
}

function lineOf({ item, amount, tax }: Credited): DocumentLine {
  const { chargeId, studentId, component, name, year, part, dueOn, taxCode } = item
  const net = minor(amount - tax)
  const of = { chargeId, studentId, component, name, year, part, dueOn, taxCode }
  return { ...of, gross: net, discounts: [], net, tax, total: sum([net, tax]) }
}
