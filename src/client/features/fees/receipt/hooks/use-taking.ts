// chunk: fees
import { useState } from 'react'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import { type DraftProblem, type PaymentDraft, paymentOf } from '../payment-draft.ts'
import { recordPayment } from '../receipt.api.ts'

interface Taking {
  account: FeeAccount
  onTaken: (id: string) => void
}

type Taken = Exclude<ReturnType<typeof paymentOf>, { wrong: DraftProblem }>

/** What is typed until it is written down, under an id of its own: pressed twice it is one receipt. */
export function useTaking({ account, onTaken }: Taking) {
  const [opId, setOpId] = useState<OpId>(newCommandId)
  const [wrong, setWrong] = useState<DraftProblem>()
  const [notKept, setNotKept] = useState(false)
  const { mutate, isPending, error } = useMutation((taken: Taken) => recordPayment({ opId, ...taken }), {
    onSuccess: ({ paymentId }) => {
      setOpId(newCommandId())
      onTaken(paymentId)
    },
  })
  const take = async (draft: PaymentDraft) => {
    const taken = paymentOf(draft, account)
    setNotKept(false)
    setWrong('wrong' in taken ? taken.wrong : undefined)
    if (!('wrong' in taken)) await mutate(taken)
  }
  return { take, wrong, error, isPending, notKept }
}
