// chunk: fees
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { SettledLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { undoSettlement } from './leaving.api.ts'

interface UndoProps {
  settled: SettledLeaving
  /** Seat money that it owes the family, in minor units. */
  deposit: number
  currency: Currency
  onUndone: () => void
}

/** Undoes a settled leaving, by another person than settled it. */
export function UndoLeaving({ settled, onUndone, ...money }: UndoProps) {
  const { t } = useTranslation('fees.leaving')
  const { user } = useAtomValue(sessionAtom)
  const [isOpen, setIsOpen] = useState(false)
  if (settled.settledBy.userId === user?.userId) return <p className={common.softLine}>{t('undoOwn')}</p>
  return (
    <>
      <p className={common.actions}>
        <Button onClick={() => setIsOpen(true)}>{t('undo')}</Button>
      </p>
      {isOpen && (
        <UndoSheet
          {...money}
          settled={settled}
          onClose={() => setIsOpen(false)}
          onUndone={() => {
            setIsOpen(false)
            onUndone()
          }}
        />
      )}
    </>
  )
}

function UndoSheet({ settled, onClose, onUndone, ...money }: UndoProps & { onClose: () => void }) {
  const { leavingId } = settled
  const { t } = useTranslation('fees.leaving')
  const errorText = useErrorText()
  const formId = useId()
  const [isBilledAgain, setIsBilledAgain] = useState(false)
  const [undoReason, setUndoReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useMutation(undoSettlement, { onSuccess: onUndone })
  const undo = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (undoReason.trim() !== '') void mutate({ leavingId, isBilledAgain, undoReason })
  }
  return (
    <Sheet
      title={t('undo')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('undo')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={undo}>
        <p>{t('undoText')}</p>
        <Undone settled={settled} {...money} />
        <CheckboxField label={t('undoAgain')} checked={isBilledAgain} onChange={setIsBilledAgain} />
        <TextField
          label={t('undoReason')}
          maxLength={300}
          autoComplete="off"
          error={isChecked && undoReason.trim() === '' ? t('wrong.note') : undefined}
          value={undoReason}
          onChange={setUndoReason}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

/** Names what is taken back besides: invoices for discounts that fell away, and the seat deposit. */
function Undone({ settled: { invoices }, deposit, currency }: Omit<UndoProps, 'onUndone'>) {
  const { t } = useTranslation('fees.leaving')
  if (invoices.length === 0 && deposit === 0) return null
  return (
    <ul>
      {invoices.map(({ documentId, number, total }) => (
        <li key={documentId}>
          {t('undoInvoice')} <bdi dir="ltr">{number}</bdi>: <Money minor={total} currency={currency} />
        </li>
      ))}
      {deposit > 0 && (
        <li>
          {t('undoDeposit')} <Money minor={deposit} currency={currency} />
        </li>
      )}
    </ul>
  )
}
