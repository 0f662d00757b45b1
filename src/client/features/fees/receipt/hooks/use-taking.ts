// chunk: fees
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom } from '#client/platform/session/session.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import type { Day } from '#shared/kernel/time.ts'
import { bothNames } from '../both-names.ts'
import { type DeskCheque, type DeskPayment, type DraftProblem, type PaymentDraft, takenOf } from '../payment-draft.ts'
import { recordPayment, takeCheque } from '../receipt.api.ts'

interface Taking {
  account: FeeAccount
  /** The school's day. */
  today: Day
  /** Called with the id of the payment. */
  onTaken: (id: string) => void
}

/** Records what the server alone can take: card slips, transfers, cheques. Returns the id of the payment. */
async function sendToServer(opId: OpId, taken: DeskPayment | DeskCheque): Promise<string> {
  if (taken.method !== 'cheque') return (await recordPayment({ opId, ...taken })).paymentId
  const { method: _method, ...cheque } = taken
  return (await takeCheque({ chequeId: opId, ...cheque })).paymentId
}

/**
 * What is typed until it is written down, under an id of its own: pressed twice it is one receipt. Cash is kept on this device
 * first, with a provisional receipt, and sent from there; everything else needs the server.
 */
export function useTaking({ account, today, onTaken }: Taking) {
  const [opId] = useState<OpId>(newCommandId)
  const [wrong, setWrong] = useState<DraftProblem>()
  const user = useAtomValue(sessionAtom).user
  const byServer = useMutation((taken: DeskPayment | DeskCheque) => sendToServer(opId, taken), { onSuccess: onTaken })
  const here = useMutation(
    async (payment: DeskPayment) => {
      const { takeFeesAtDesk } = await import('#client/platform/offline/desk-cash.ts')
      const payer = account.payers.find(({ payerId }) => payerId === payment.payerId)
      await takeFeesAtDesk({
        operation: { ...payment, opId, method: 'cash', paysFor: 'fees' },
        paper: {
          payer: payer ? bothNames(payer) : { en: '', ar: '' },
          children: [bothNames(account.child)],
          cashier: user?.name ?? { en: '', ar: '' },
        },
      })
      return opId
    },
    { onSuccess: onTaken },
  )
  const take = async (draft: PaymentDraft) => {
    const taken = takenOf(draft, account, today)
    setWrong('wrong' in taken ? taken.wrong : undefined)
    if ('wrong' in taken) return
    if (taken.method === 'cash') await here.mutate(taken)
    else await byServer.mutate(taken)
  }
  const isPending = byServer.isPending || here.isPending
  return { take, wrong, error: byServer.error, isPending, notKept: here.error !== undefined }
}
