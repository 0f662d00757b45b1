import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { OpId } from '#shared/kernel/fields.ts'
import type { AccountMove, AccountMovement } from '#shared/pos/account-money.contract.ts'
import { moveMoney, takeCashHere } from '../account-money.api.ts'
import { isOfBounds, type MoneyAccount } from '../kept-top-ups.ts'
import { emptyDraft, type MoneyDraft, readMoney, type WrongMoney } from '../money-draft.ts'
import { MoneyFields } from './money-fields.tsx'
import { MovementSheet } from './movement-sheet.tsx'

const kinds = ['cash', 'bank', 'adjust', 'transfer', 'payout'] as const

interface MoneySheetProps {
  account: MoneyAccount
  /** Whether nobody answers, so that only cash can be taken. */
  isOffline: boolean
  onClose: () => void
  /** The account has changed. */
  onDone: () => void
  /** Cash is kept on this device, under this id. */
  onKept: (opId: OpId) => void
}

/** Moves money on an account: cash is kept on this device and sent from there; the rest is booked at once, or by a second person. */
export function MoneySheet({ account, isOffline, onClose, onDone, onKept }: MoneySheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const { holder, today, balance } = account
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const [draft, setDraft] = useState(() => emptyDraft(today))
  const [wrong, setWrong] = useState<readonly WrongMoney[]>([])
  const [done, setDone] = useState<AccountMovement>()
  const { move, isPending, error, notKept } = useMove(account, { onBooked: setDone, onKept })
  const formId = useId()
  const change = (part: Partial<MoneyDraft>) => setDraft({ ...draft, ...part })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const outcome = readMoney(draft, { customerId: holder.customerId, balance, today, currency })
    setWrong(outcome.wrong)
    if (outcome.move) void move(outcome.move)
  }
  if (done) return <MovementSheet movement={done} onClose={onDone} />
  return (
    <Sheet
      key="money"
      title={t('money.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t(`money.save.${draft.kind}`)}
          </Button>
        </>
      }
    >
      <p>
        {t('statement.balance')} <Money minor={balance} />
      </p>
      {isOffline && <InlineNotice tone="info">{t('money.offline')}</InlineNotice>}
      <form id={formId} className={common.stack} onSubmit={submit}>
        <ChoiceField
          label={t('money.kind')}
          values={isOffline ? (['cash'] as const) : kinds}
          value={draft.kind}
          nameOf={(kind) => t(`money.kinds.${kind}`)}
          onChange={(kind) => change({ kind })}
        />
        <MoneyFields draft={draft} statement={account} wrong={wrong} onChange={change} />
      </form>
      {notKept && <InlineNotice tone="problem">{t('money.notKept')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface Outcomes {
  onBooked: (movement: AccountMovement) => void
  onKept: (opId: OpId) => void
}

/** Moves what is typed under an id of its own: pressed twice it is one movement. */
function useMove(account: MoneyAccount, { onBooked, onKept }: Outcomes) {
  const [commandId] = useState(newCommandId)
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const cashier = useAtomValue(sessionAtom).user?.name ?? { en: '', ar: '' }
  const { customerId, admissionNo, name, className } = account.holder
  const byServer = useMutation(moveMoney, { onSuccess: onBooked })
  const here = useMutation(
    async (amount: AccountMove['amount']) => {
      const operation = { opId: commandId, customerId, amount, currency }
      await takeCashHere(
        { operation, paper: { holder: { customerId, admissionNo, name, className }, cashier } },
        account,
      )
      return commandId
    },
    { onSuccess: onKept },
  )
  const isBounds = here.error !== undefined && isOfBounds(here.error)
  return {
    move: (asked: AccountMove) =>
      asked.kind === 'cash' ? here.mutate(asked.amount) : byServer.mutate(commandId, asked),
    isPending: here.isPending || byServer.isPending,
    error: byServer.error ?? (isBounds ? here.error : undefined),
    notKept: here.error !== undefined && !isBounds,
  }
}
