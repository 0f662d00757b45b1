import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { draftRefund } from '#local/pos/refund.ts'
import type { OpId } from '#shared/kernel/ids.ts'
import type { RefundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import { judgeRefund } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { useApproval } from '../payment/use-approval.ts'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import type { Chosen } from './refund-lines.tsx'

/**
 * A refund as it is being entered, and its write. The id is minted once, so that a second try is the same refund; an approval counts
 * only for what it was given for.
 */
export function useRefund(found: RefundableSale, corrects: OpId | undefined) {
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [id] = useState(() => till.newId())
  const [chosen, setChosen] = useState<Chosen>({})
  const [toAccount, setToAccount] = useState(false)
  const [terminalRef, setTerminalRef] = useState('')
  const [reason, setReason] = useState('')
  const wishes = found.sale.lines.flatMap(({ id: saleLineId }) => {
    const wish = chosen[saleLineId]
    return wish && wish.qtyMilli > 0 ? [{ saleLineId, ...wish }] : []
  })
  const entered = { id, sale: found, wishes, toAccount, terminalRef }
  const draft = draftRefund(entered, till.settings.cashIncrement)
  const approving = useApproval({
    act: 'refund',
    hash: draft.hash,
    judge: (context) => judgeRefund(draft, found.sale, context),
  })
  const { approval } = approving
  const isHeldUp = approving.isNeeded || approving.isForbidden
  const needsCard = draft.tenders.some(({ kind }) => kind === 'card')
  // What is to be approved of an exchange follows from what is taken instead, and so is asked for at the payment.
  const canExchange = draft.totals.total > 0 && reason.trim() !== ''
  const isReady = canExchange && (!needsCard || terminalRef.trim() !== '') && !isHeldUp
  const exchanged = { ...entered, reason: reason.trim() }
  const { mutate, isPending, error, reset } = useMutation(
    () => till.refund({ ...exchanged, ...(approval && { approval }), ...(corrects && { corrects }) }, actor()),
    { reasonOf: notSavedReason, onSuccess: () => setSheet({ kind: 'refundReceipt', refundId: id, isNew: true }) },
  )
  return {
    chosen,
    setChosen,
    toAccount,
    setToAccount,
    terminalRef,
    setTerminalRef,
    reason,
    setReason,
    draft,
    needsCard,
    isReady,
    canExchange,
    exchanged,
    isPending,
    error,
    reset,
    approving,
    save: () => void mutate(),
  }
}

export type RefundEntry = ReturnType<typeof useRefund>
