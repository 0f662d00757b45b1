import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { type ChequeFault, type ChequeState, nextCheque } from '#shared/fees/cheques/cheque.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { type Minor, minor, subtract, zero } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { clearPayment, returnPayment } from '../payments/cheque-money.service.ts'
import { recordPayment } from '../payments/record-payment.service.ts'
import { type BounceCharge, issueBounceCharge, planBounceCharge } from './bounce-fee.service.ts'
import { type ChequeRow, lockCheque } from './cheque-read.service.ts'
import { feeChequeEvents, feeCheques } from './fee-cheque.table.ts'

type Received = z.output<typeof receiveCheque.body>
type Move = z.output<typeof moveCheque.body>

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The same for the same cheque, however its bank and numbers are written. */
const identityOf = ({ bank, account, number }: Pick<Received, 'bank' | 'account' | 'number'>): string =>
  sha256Hex([bank, account, number].map(plain).join(' '))

/** Takes a cheque: its payment with its receipt, which counts as held until the bank has paid. @throws AppError as the contract says */
export const takeCheque = (tx: Tx, by: FeeStaff, asked: Received): Promise<ChequeRow> =>
  runOnce<typeof feeCheques, ChequeRow>(
    tx,
    feeCheques,
    { schoolId: by.schoolId, id: asked.chequeId, asked },
    { first: (askedHash) => take(tx, by, asked, askedHash), again: (row) => row },
  )

async function take(tx: Tx, by: FeeStaff, asked: Received, askedHash: string): Promise<ChequeRow> {
  const { schoolId, userId: byUser, nowMs, currency } = by
  const { chequeId, payerId, studentId, bank, account, number, amount, receivedOn, datedOn, wished } = asked
  const identity = identityOf(asked)
  const [known] = await tx
    .select({ id: feeCheques.id })
    .from(feeCheques)
    .where(and(eq(feeCheques.schoolId, schoolId), eq(feeCheques.identity, identity)))
  if (known) throw new AppError('fees.cheque-known', { field: 'number' })
  const payment = { opId: chequeId, method: 'cheque', amount, payerId, studentId, receivedOn, wished } as const
  await recordPayment(tx, by, { ...payment, reference: number })
  const at = toInstant(nowMs)
  const paper = { payerId, studentId, bank, account, number, identity, amount, currency, receivedOn, datedOn }
  const [row] = await tx
    .insert(feeCheques)
    .values({
      schoolId,
      id: chequeId,
      ...paper,
      state: 'received',
      cleared: zero,
      lastOn: receivedOn,
      paymentId: chequeId,
      askedHash,
      byUser,
      recordedAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new AppError('fees.cheque-known', { field: 'number' })
  const event = {
    act: 'receive',
    onDay: receivedOn,
    state: 'received',
    amount,
    note: '',
    askedHash,
    byUser,
    at,
  } as const
  await tx.insert(feeChequeEvents).values({ schoolId, id: chequeId, chequeId, ...event })
  await recordAuditEvent(tx, by.audit, 'fee-cheque-received', { about: null, by: byUser, facts: {} })
  return row
}

const refusals: Readonly<Record<ChequeFault, () => AppError>> = {
  'before-date': () => new AppError('fees.cheque-early', { field: 'movedOn' }),
  'not-possible': () => new AppError('fees.cheque-step', { field: 'step' }),
  'before-last': () => new AppError('request.invalid', { field: 'movedOn' }),
  amount: () => new AppError('request.invalid', { field: 'clearedAmount' }),
}

/** Moves a cheque on, with what that means for the money, once for each operation. @throws AppError as the contract says */
export async function stepCheque(tx: Tx, by: FeeStaff, asked: Move): Promise<void> {
  const cheque = await lockCheque(tx, by.schoolId, asked.chequeId)
  const command = { schoolId: by.schoolId, id: asked.opId, asked }
  await runOnce<typeof feeChequeEvents, undefined>(tx, feeChequeEvents, command, {
    first: (askedHash) => step(tx, by, { cheque, asked, askedHash }),
    again: () => undefined,
  })
}

async function step(
  tx: Tx,
  by: FeeStaff,
  { cheque, asked, askedHash }: { cheque: ChequeRow; asked: Move; askedHash: string },
): Promise<undefined> {
  const { schoolId, userId: byUser, nowMs, today } = by
  const { opId, step: act, movedOn: on, note } = asked
  if (on > today) throw new AppError('request.invalid', { field: 'movedOn' })
  const next = nextCheque(cheque, { act, on, cleared: asked.clearedAmount })
  if ('fault' in next) throw refusals[next.fault]()
  const { state } = next
  const amount = state === 'part-cleared' ? (asked.clearedAmount ?? zero) : cheque.amount
  const charge = state === 'bounced' ? await planBounceCharge(tx, by, cheque) : undefined
  const paymentId = await moveMoney(tx, by, { cheque, asked, state, amount })
  const cleared = state === 'cleared' || state === 'part-cleared' ? amount : state === 'bounced' ? zero : cheque.cleared
  await tx
    .update(feeCheques)
    .set({ state, lastOn: on, paymentId, cleared })
    .where(and(eq(feeCheques.schoolId, schoolId), eq(feeCheques.id, cheque.id)))
  const event = { act, onDay: on, state, amount: minor(amount), note, askedHash, byUser, at: toInstant(nowMs) }
  await tx.insert(feeChequeEvents).values({ schoolId, id: opId, chequeId: cheque.id, ...event })
  await recordAuditEvent(tx, by.audit, 'fee-cheque-moved', { about: null, by: byUser, facts: { state } })
  if (charge) await chargeBounce(tx, by, cheque.payerId, charge)
  return undefined
}

/** Charges the payer for a cheque that bounced; what was settled by it is open again before. */
async function chargeBounce(tx: Tx, by: FeeStaff, payerId: string, charge: BounceCharge): Promise<void> {
  await issueBounceCharge(tx, by, payerId, charge)
  await recordAuditEvent(tx, by.audit, 'fee-bounce-charged', { about: charge.studentId, by: by.userId, facts: {} })
}

/** @returns the payment of the cheque from now on */
async function moveMoney(
  tx: Tx,
  by: FeeStaff,
  { cheque, asked, state, amount }: { cheque: ChequeRow; asked: Move; state: ChequeState; amount: Minor },
): Promise<string> {
  const { paymentId } = cheque
  const { opId, movedOn: on } = asked
  const of = { opId, paymentId, on }
  if (state === 'cleared') await clearPayment(tx, by, { ...of, amount })
  if (state === 'part-cleared') {
    await clearPayment(tx, by, { ...of, amount })
    // The rest has an operation of its own: a journal is posted once for each.
    const rest = subtract(cheque.amount, amount)
    await returnPayment(tx, by, { ...of, opId: endIdOf(opId), amount: rest, from: 'cheques-held' })
  }
  const wasCleared = cheque.state === 'cleared'
  const isInSafe = cheque.state === 'received' || cheque.state === 'held'
  if (state === 'bounced' || ((state === 'replaced' || state === 'withdrawn') && isInSafe))
    await returnPayment(tx, by, { ...of, amount: cheque.amount, from: wasCleared ? 'bank' : 'cheques-held' })
  if (state !== 'represented') return paymentId
  // The bank is asked once more: the money is promised again, with a receipt of its own.
  const { payerId, studentId, number } = cheque
  const payment = { opId, method: 'cheque', amount: cheque.amount, payerId, studentId, receivedOn: on } as const
  await recordPayment(tx, by, { ...payment, reference: number })
  return opId
}
