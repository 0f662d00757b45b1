import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import type { LeaverDeposits } from '#server/features/fees/leaving/settle-leaving.service.ts'
import { applySeatDeposit } from '#server/features/fees/payments/seat-deposit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { depositOwedPostings } from '#shared/fees/admission-money.rules.ts'
import { reversed } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { offersOf, receivedOf, type Settlement } from './offer-read.service.ts'
import { dueOf, insertSettlement, nextDueEntry, owed } from './settlement.service.ts'

/** What is owed of deposits because their child leaves. */
const reason = 'leaving'

/**
 * Owes the family of a child that leaves a part of its seat deposits, by the offers for which they came: it is refunded in the child's
 * file, as the deposit of an offer that ended. What came by no offer stays a deposit of the child. Once the leaving is undone, what
 * nobody has refunded yet is a deposit again, and settles open tuition.
 */
export const depositOfLeaver = (ctx: SessionCtx): LeaverDeposits => ({
  owe: async (tx, studentId, amount) => {
    let left = amount
    for (const { offer, deposits, settlements } of await offersOf(tx, ctx.school.schoolId, studentId)) {
      const received = receivedOf(deposits)
      // What an earlier leaving that was undone has refunded already is not owed again.
      const due = Math.min(left, received - dueOf(settlements))
      if (due <= 0 || owed(settlements) > 0) continue
      left -= due
      await addDue(tx, ctx, {
        studentId,
        offerId: offer.id,
        settlements,
        amount: due,
        percent: percentOf(due, received),
      })
    }
  },
  takeBack: async (tx, studentId) => {
    let taken = 0
    for (const { offer, settlements } of await offersOf(tx, ctx.school.schoolId, studentId)) {
      const last = settlements.findLast(({ kind }) => kind === 'refund-due')
      const amount = owed(settlements)
      if (last?.reason !== reason || last.amount <= 0 || amount <= 0) continue
      taken += amount
      await addDue(tx, ctx, { studentId, offerId: offer.id, settlements, amount: -amount, percent: null })
    }
    const { deps, school, session } = ctx
    if (taken > 0) await applySeatDeposit(tx, { deps, school, userId: session.user.userId }, studentId)
  },
})

const percentOf = (part: number, whole: number): number => Math.round((part * 100) / whole)

interface Due {
  studentId: string
  offerId: string
  settlements: readonly Settlement[]
  /** Below zero where it takes back what was owed. */
  amount: number
  percent: number | null
}

async function addDue(tx: Tx, { deps, school, session }: SessionCtx, due: Due): Promise<void> {
  const { studentId, offerId, settlements, percent } = due
  const { schoolId, timeZone } = school
  const nowMs = deps.clock.nowMs()
  const byUser = session.user.userId
  const id = uuidv7(nowMs, deps.random)
  const of = { schoolId, id, offerId, kind: 'refund-due', entry: nextDueEntry(settlements), reason, percent } as const
  await insertSettlement(tx, { ...of, amount: minor(due.amount), byUser, at: toInstant(nowMs) })
  const size = Math.abs(due.amount)
  const owedPostings = depositOwedPostings(size, size)
  const postings = due.amount < 0 ? reversed(owedPostings) : owedPostings
  const money = { schoolId, studentId, opId: id, nowMs, timeZone, byUser, kind: 'deposit-settlement' } as const
  await postAdmissionMoney(tx, { ...money, postings })
}
