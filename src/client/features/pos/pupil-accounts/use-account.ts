import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { pendingTopUpsAtom } from '#client/platform/offline/desk-top-ups.atoms.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { add } from '#shared/kernel/money.ts'
import { accountSummary } from '#shared/pos/account-summary.contract.ts'
import { type AccountStatement, accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { type MoneyAccount, sumOfTopUps, unseenTopUps } from './kept-top-ups.ts'

interface Sources {
  statement: AccountStatement | undefined
  /** The account as a list shows it, where nobody answers and no statement is remembered. */
  listed: MoneyAccount | undefined
  /** Reads the statement again. */
  again: () => void
}

/**
 * Follows an account with the cash that this device took for it: `shown` has the balance with what is not booked yet, `known` is
 * that part of it, and `kept` are the receipts of the last days.
 */
export function useAccount(customerId: CustomerId, { statement, listed, again }: Sources) {
  const recalled = useAtomValue(recalledAtom)
  const recalledAtMs = recalled[statement ? accountStatement.path : accountSummary.path]
  const kept = useAtomValue(pendingTopUpsAtom).filter(({ operation }) => operation.customerId === customerId)
  const booked = kept.filter(({ receipt }) => receipt !== null).length
  // The statement as it was read does not know yet what has just been booked.
  useEffect(() => {
    if (booked > 0) again()
  }, [booked, again])
  const known = sumOfTopUps(unseenTopUps(kept, { lines: statement?.lines ?? [], recalledAtMs }))
  const account: MoneyAccount | undefined = statement ?? listed
  return {
    shown: account && { ...account, balance: add(account.balance, known) },
    isRecalled: recalledAtMs !== undefined || (!statement && listed !== undefined),
    recalledAtMs: account && recalledAtMs,
    kept,
    known,
  }
}
