import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { depositOwedPostings } from '#shared/fees/admission-money.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { offersOf, receivedOf } from './offer-read.service.ts'
import { insertSettlement } from './settlement.service.ts'

/**
 * Owes the family of a child that leaves a part of its seat deposits, by the offers for which they came: it is refunded in the child's
 * file, as the deposit of an offer that ended. What came by no offer stays a deposit of the child.
 */
export const depositOfLeaver =
  ({ deps, school, session }: SessionCtx) =>
  async (tx: Tx, studentId: string, amount: number): Promise<void> => {
    const { schoolId, timeZone } = school
    const nowMs = deps.clock.nowMs()
    const byUser = session.user.userId
    let left = amount
    for (const { offer, deposits, settlements } of await offersOf(tx, schoolId, studentId)) {
      const received = receivedOf(deposits)
      const due = minor(Math.min(left, received))
      if (due <= 0 || settlements.some(({ kind }) => kind === 'refund-due')) continue
      left -= due
      const id = uuidv7(nowMs, deps.random)
      const of = { schoolId, id, offerId: offer.id, kind: 'refund-due' as const, amount: due, reason: 'leaving' }
      await insertSettlement(tx, { ...of, percent: Math.round((due * 100) / received), byUser, at: toInstant(nowMs) })
      const postings = depositOwedPostings(due, due)
      await postAdmissionMoney(tx, {
        schoolId,
        studentId,
        opId: id,
        nowMs,
        timeZone,
        byUser,
        kind: 'deposit-settlement',
        postings,
      })
    }
  }
