import type { BookAccountCash } from '#server/features/pos/money/move-money.service.ts'
import { accountCashPostings } from '#shared/fees/admission-money.rules.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { postJournal } from './post-journal.service.ts'

/** Books cash that came for a pupil's account at a desk, or was paid out of it: it lies in the same drawer as that for fees. */
export const bookAccountCash: BookAccountCash = async (tx, { deps, school }, { id, amount, atMs, cashier }) => {
  const { schoolId, timeZone } = school
  const nowMs = deps.clock.nowMs()
  await postJournal(tx, {
    schoolId,
    opId: id,
    kind: 'account-cash',
    happenedOn: businessDay(atMs, timeZone, 0),
    today: businessDay(nowMs, timeZone, 0),
    recordedAt: toInstant(nowMs),
    byUser: cashier,
    postings: accountCashPostings(amount),
  })
}
