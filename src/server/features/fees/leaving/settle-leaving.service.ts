import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { ChildLeaving, settleLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueInvoices } from '../billing/issue-invoice.service.ts'
import { askForRefund, type Claim } from '../claims/claim.service.ts'
import { issueCredit } from '../documents/credit-note.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { settleFromCredit } from '../payments/credit-to-items.service.ts'
import { lockPayers } from '../payments/lock-payer.service.ts'
import { type PaymentState, paymentStates } from '../payments/payment-credit.service.ts'
import { depositLeft } from '../payments/seat-deposit.service.ts'
import { feeLeavings } from './fee-leaving.table.ts'
import { type LeavingFacts, leavingFacts } from './leaving-facts.service.ts'
import { calculateLeaving, leavingView, nextLeavingEntry, requireLeaver, settledOf } from './leaving.service.ts'

type Asked = z.output<typeof settleLeaving.body>
type View = z.input<typeof ChildLeaving>

/** Seat deposits of a child that leaves. Offers belong to a domain above this one, which is passed in where both are brought together. */
export interface LeaverDeposits {
  /** Owes a family what a leaving frees of its seat deposit. @param amount minor units */
  owe: (tx: Tx, studentId: string, amount: number) => Promise<void>
  /** Takes back what is owed and was not refunded, once the leaving is undone: it is the child's seat deposit again. */
  takeBack: (tx: Tx, studentId: string) => Promise<void>
}

/**
 * Settles a leaving: an invoice of discounts that fall away, credit notes for what is not kept, then refunds asked for out of the money that they free, to those who paid.
 * @throws AppError as the contract says
 */
export async function makeLeaving(tx: Tx, by: FeeStaff, asked: Asked, deposits: LeaverDeposits): Promise<View> {
  const { schoolId } = by
  if (asked.requestedOn > by.today) throw new AppError('request.invalid', { field: 'requestedOn' })
  const child = await requireLeaver(tx, schoolId, asked.number)
  const { studentId } = child
  await lockFeeStudents(tx, schoolId, [studentId])
  const facts = await leavingFacts(tx, by, { studentId, requestedOn: asked.requestedOn })
  await lockPayers(tx, schoolId, [...new Set(facts.items.map(({ payerId }) => payerId))])
  await runOnce<typeof feeLeavings, undefined>(
    tx,
    feeLeavings,
    { schoolId, id: asked.opId, asked },
    { first: (askedHash) => settle(tx, by, { studentId, asked, askedHash, deposits }), again: () => undefined },
  )
  const settled = await settledOf(tx, schoolId, { studentId, year: facts.year })
  if (!settled) throw new Error('the leaving was not stored')
  return leavingView(tx, by, { child, facts, stored: settled.result, settled })
}

interface Settling {
  studentId: string
  asked: Asked
  askedHash: string
  deposits: LeaverDeposits
}

async function settle(tx: Tx, by: FeeStaff, { studentId, asked, askedHash, deposits }: Settling): Promise<undefined> {
  const { schoolId, userId: byUser, nowMs } = by
  const { requestedOn, leavingReason: reason, opId: id } = asked
  const facts = await leavingFacts(tx, by, { studentId, requestedOn })
  const { year } = facts
  const { stored, kept, back } = calculateLeaving(facts, asked)
  const isSeen = stored.kept === asked.sums.keptAmount && stored.returned === asked.sums.returnedAmount
  if (!isSeen || (await settledOf(tx, schoolId, { studentId, year }))) throw new AppError('fees.leaving-changed')
  if (stored.unbilled > 0) throw new AppError('fees.leaving-unbilled')
  const depositBefore = await depositLeft(tx, schoolId, studentId)
  const payerIds = stored.payers.map(({ payerId }) => payerId)
  const before = await paymentStates(tx, schoolId, { payerIds })
  const invoiceIds = await issueInvoices(tx, by, { runId: null, pupils: [{ studentId, invoices: back }] })
  const noteIds = await creditRest(tx, by, { facts, kept, note: asked.documentNote })
  const documentIds = [...invoiceIds, ...noteIds]
  const chargeIds = (await openItems(tx, schoolId, { studentId }))
    .filter((item) => item.year === year && item.open > 0)
    .map(({ chargeId }) => chargeId)
  for (const payerId of payerIds) await settleFromCredit(tx, by, { payerId, chargeIds })
  const freed = (await depositLeft(tx, schoolId, studentId)) - depositBefore
  if (freed > 0) await deposits.owe(tx, studentId, freed)
  const claims: Claim[] = []
  for (const { payerId, returned } of stored.payers)
    claims.push(...(await askBack(tx, by, { studentId, payerId, returned, before, note: asked.documentNote })))
  // All that the statement says is returned has its next step.
  if (sum(claims.map(({ amount }) => amount)) + Math.max(0, freed) < stored.returned)
    throw new AppError('fees.leaving-left')
  const claimIds = claims.map(({ id: claimId }) => claimId)
  const at = toInstant(nowMs)
  const entry = await nextLeavingEntry(tx, schoolId, { studentId, year })
  const row = { schoolId, id, studentId, year, entry, requestedOn, reason, result: stored, documentIds, claimIds }
  await tx.insert(feeLeavings).values({ ...row, askedHash, byUser, at })
  const facts2 = { count: documentIds.length }
  await recordAuditEvent(tx, by.audit, 'fee-leaving-settled', { about: studentId, by: byUser, facts: facts2 })
  return undefined
}

/** Issues a credit note on each invoice of the year for what is not kept of its lines. @returns their ids */
async function creditRest(
  tx: Tx,
  by: FeeStaff,
  { facts, kept, note }: { facts: LeavingFacts; kept: ReadonlyMap<string, number>; note: string },
): Promise<string[]> {
  const made: string[] = []
  for (const [documentId, items] of Map.groupBy(facts.items, (item) => item.documentId)) {
    const lines = items
      .map((item) => {
        const owed = item.total - item.credited - item.writtenOff
        return { chargeId: item.chargeId, amount: minor(owed - (kept.get(item.chargeId) ?? 0)) }
      })
      .filter(({ amount }) => amount > 0)
    if (lines.length === 0) continue
    const opId = uuidv7(by.nowMs, by.random)
    made.push((await issueCredit(tx, by, { opId, documentId, lines, reason: note })).id)
  }
  return made
}

/** Way in which money goes back: cash and cards as they came, all else by transfer. */
const wayBack: Readonly<Record<FeeMethod, FeeMethod>> = {
  cash: 'cash',
  card: 'card',
  cheque: 'transfer',
  transfer: 'transfer',
  online: 'online',
}

interface Back {
  studentId: string
  payerId: string
  returned: number
  /** Payments as they stood before the credit notes. */
  before: readonly PaymentState[]
  note: string
}

/** Asks for refunds of what the credit notes freed of a payer's payments, the latest payment first. @returns them */
async function askBack(tx: Tx, by: FeeStaff, { studentId, payerId, returned, before, note }: Back): Promise<Claim[]> {
  const now = await paymentStates(tx, by.schoolId, { payerIds: [payerId] })
  const was = new Map(before.map(({ paymentId, free }) => [paymentId, free]))
  const asked: Claim[] = []
  let left = returned
  for (const { paymentId, free, isHeld, method } of now.toReversed()) {
    const amount = minor(Math.min(left, isHeld ? 0 : free - Math.max(was.get(paymentId) ?? 0, 0)))
    if (amount <= 0) continue
    left -= amount
    const opId = OpId.parse(uuidv7(by.nowMs, by.random))
    const ask = { opId, paymentId, payerId, studentId, amount, method: wayBack[method], reason: note }
    asked.push(await askForRefund(tx, by, ask))
  }
  return asked
}
