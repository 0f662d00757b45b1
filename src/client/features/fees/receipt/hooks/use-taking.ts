// chunk: fees
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom } from '#client/platform/session/session.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { bothNames } from '../both-names.ts'
import { type DraftProblem, type PaymentDraft, paymentOf } from '../payment-draft.ts'
import { recordPayment } from '../receipt.api.ts'

interface Taking {
  account: FeeAccount
  onTaken: (id: string) => void
}

type Taken = Exclude<ReturnType<typeof paymentOf>, { wrong: DraftProblem }>

/**
 * What is typed until it is written down, under an id of its own: pressed twice it is one receipt. Cash is kept on this device
 * first, with a provisional receipt, and sent from there; everything else needs the server.
 */
export function useTaking({ account, onTaken }: Taking) {
  const [opId, setOpId] = useState<OpId>(newCommandId)
  const [wrong, setWrong] = useState<DraftProblem>()
  const user = useAtomValue(sessionAtom).user
  const taken = () => {
    setOpId(newCommandId())
    onTaken(opId)
  }
  const byServer = useMutation((payment: Taken) => recordPayment({ opId, ...payment }), { onSuccess: taken })
  const here = useMutation(
    async (payment: Taken) => {
      const { takeFeesAtDesk } = await import('#client/platform/offline/desk-outbox.ts')
      const payer = account.payers.find(({ payerId }) => payerId === payment.payerId)
      await takeFeesAtDesk({
        operation: { ...payment, opId, method: 'cash', paysFor: 'fees' },
        paper: {
          payer: payer ? bothNames(payer) : { en: '', ar: '' },
          children: [bothNames(account.child)],
          cashier: user?.name ?? { en: '', ar: '' },
        },
      })
    },
    { onSuccess: taken },
  )
  const take = async (draft: PaymentDraft) => {
    const payment = paymentOf(draft, account)
    setWrong('wrong' in payment ? payment.wrong : undefined)
    if (!('wrong' in payment)) await (payment.method === 'cash' ? here : byServer).mutate(payment)
  }
  const isPending = byServer.isPending || here.isPending
  return { take, wrong, error: byServer.error, isPending, notKept: here.error !== undefined }
}
