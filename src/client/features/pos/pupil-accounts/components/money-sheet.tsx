import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import type { AccountStatement } from '#shared/pos/pupil-account.contract.ts'
import { moveMoney } from '../account-money.api.ts'
import { emptyDraft, type MoneyDraft, readMoney, type WrongMoney } from '../money-draft.ts'
import { MoneyFields } from './money-fields.tsx'
import { MovementSheet } from './movement-sheet.tsx'

const kinds = ['cash', 'bank', 'adjust', 'transfer', 'payout'] as const

interface MoneySheetProps {
  statement: AccountStatement
  onClose: () => void
  /** The account has changed. */
  onDone: () => void
}

/** Moves money on an account: booked at once, or handed to a second person. */
export function MoneySheet({ statement, onClose, onDone }: MoneySheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const { holder, today, balance } = statement
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const [commandId] = useState(newCommandId)
  const [draft, setDraft] = useState(() => emptyDraft(today))
  const [wrong, setWrong] = useState<readonly WrongMoney[]>([])
  const [done, setDone] = useState<AccountMovement>()
  const { mutate, isPending, error } = useMutation(moveMoney, { onSuccess: setDone })
  const formId = useId()
  const change = (part: Partial<MoneyDraft>) => setDraft({ ...draft, ...part })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const outcome = readMoney(draft, { customerId: holder.customerId, balance, today, currency })
    setWrong(outcome.wrong)
    if (outcome.move) void mutate(commandId, outcome.move)
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
      <form id={formId} className={common.stack} onSubmit={submit}>
        <ChoiceField
          label={t('money.kind')}
          values={kinds}
          value={draft.kind}
          nameOf={(kind) => t(`money.kinds.${kind}`)}
          onChange={(kind) => change({ kind })}
        />
        <MoneyFields draft={draft} statement={statement} wrong={wrong} onChange={change} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
