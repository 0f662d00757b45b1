// chunk: fees
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { differenceReasons } from '#shared/fees/cashbook/cash-count.rules.ts'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { ConfirmPress } from '../confirm-press.tsx'
import css from './cashbook.module.css'
import { close } from './cashbook.api.ts'
import { type Drawer, lacksOf, readDrawer, type TypedPiles } from './count-draft.ts'

interface CountProps {
  session: CashSession
  currency: Currency
  /** What was typed: kept by the caller, so that reading the session again or leaving the form loses none of it. */
  typed: TypedPiles
  onType: (typed: TypedPiles) => void
  onClosed: () => void
  /** Cash came or went meanwhile: the session is read once more. */
  onStale: () => void
  onCancel: () => void
}

const reasons = ['', ...differenceReasons] as const

/** The count as it is entered, and closing the session by it. */
function useClosing({ session, currency, typed, onClosed }: CountProps) {
  const drawer = readDrawer(currency, typed, session.expected)
  const [reason, setReason] = useState<(typeof reasons)[number]>('')
  const [note, setNote] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const mutation = useMutation(close, { onSuccess: onClosed, onError: () => setIsAsking(false) })
  const lacks = lacksOf(drawer, reason)
  const send = () => {
    const differenceReason = drawer.difference === 0 || reason === '' ? null : reason
    const { sessionId, expected: expectedAmount } = session
    void mutation.mutate({ sessionId, counts: [...drawer.counts], expectedAmount, differenceReason, note: note.trim() })
  }
  const ask = () => {
    setIsChecked(true)
    setIsAsking(!lacks)
  }
  const stopAsking = () => setIsAsking(false)
  const lacking = isChecked ? lacks : undefined
  return {
    drawer,
    reason,
    setReason,
    note,
    setNote,
    lacking,
    isAsking: isAsking && !lacks,
    ask,
    stopAsking,
    send,
    mutation,
  }
}

/** Counts the drawer by note and coin, names a difference, and closes the session once that was confirmed. */
export function CountForm(props: CountProps) {
  const { currency, typed, onType, onStale, onCancel } = props
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const closing = useClosing(props)
  const { drawer, lacking, stopAsking, mutation } = closing
  useBusy(drawer.isTyped)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    closing.ask()
  }
  return (
    <form noValidate className={css.section} onSubmit={send} aria-label={t('count.title')}>
      <h3 className={common.heading}>{t('count.title')}</h3>
      <Piles
        drawer={drawer}
        currency={currency}
        onType={(worth, text) => {
          stopAsking()
          onType({ ...typed, [worth]: text })
        }}
      />
      {lacking === 'piles' && <InlineNotice tone="problem">{t('wrong.piles')}</InlineNotice>}
      {drawer.isTyped && drawer.difference !== 0 && (
        <ChoiceField
          label={t('count.reason')}
          values={reasons}
          value={closing.reason}
          error={lacking === 'reason' ? t('wrong.reason') : undefined}
          nameOf={(each) => (each === '' ? t('count.choose') : t(`reason.${each}`))}
          onChange={closing.setReason}
        />
      )}
      <TextField
        label={t('count.note')}
        maxLength={300}
        autoComplete="off"
        value={closing.note}
        onChange={closing.setNote}
      />
      {mutation.error && <InlineNotice tone="problem">{errorText(mutation.error)}</InlineNotice>}
      {closing.isAsking ? (
        <Sure closing={closing} currency={currency} />
      ) : (
        <Actions mutation={mutation} onStale={onStale} onCancel={onCancel} />
      )}
    </form>
  )
}

interface ActionsProps extends Pick<CountProps, 'onStale' | 'onCancel'> {
  mutation: ReturnType<typeof useClosing>['mutation']
}

function Actions({ mutation: { isPending, error, reset }, onStale, onCancel }: ActionsProps) {
  const { t } = useTranslation('fees.cashbook')
  const readAgain = () => {
    reset()
    onStale()
  }
  return (
    <p className={common.actions}>
      <Button kind="main" type="submit" isWorking={isPending}>
        {t('count.save')}
      </Button>
      {error === 'fees.cash-changed' && <Button onClick={readAgain}>{t('count.again')}</Button>}
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </p>
  )
}

function Sure({ closing, currency }: { closing: ReturnType<typeof useClosing>; currency: Currency }) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const { drawer, mutation, send, stopAsking } = closing
  const { counted, difference } = drawer
  const amount = format.money(Math.abs(difference), currency)
  const kind = difference === 0 ? 'equal' : difference > 0 ? 'over' : 'short'
  return (
    <ConfirmPress
      question={t('sure.text', { amount: format.money(counted, currency) })}
      confirm={t(`sure.${kind}`, { amount })}
      cancel={t('sure.back')}
      isWorking={mutation.isPending}
      onConfirm={send}
      onCancel={stopAsking}
    />
  )
}

/** Enter, the key of a number pad after each number, goes to the next pile, and sends nothing. */
function goToNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const piles = [...(event.currentTarget.closest('[role=group]')?.querySelectorAll('input') ?? [])]
  piles[piles.indexOf(event.currentTarget) + 1]?.focus()
}

interface PilesProps {
  drawer: Drawer
  currency: Currency
  onType: (worth: number, text: string) => void
}

function Piles({ drawer: { piles, counted, difference, isTyped }, currency, onType }: PilesProps) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const amount = format.money(Math.abs(difference), currency)
  const compared = difference === 0 ? t('count.equal') : t(difference > 0 ? 'count.over' : 'count.short', { amount })
  return (
    <>
      <div className={css.piles} role="group" aria-label={t('count.title')}>
        {piles.map((pile) => (
          <NumberField
            key={pile.worth}
            label={format.money(pile.worth, currency)}
            maxLength={6}
            error={pile.count === undefined ? t('wrong.count') : undefined}
            value={pile.text}
            onKeyDown={goToNext}
            onChange={(text) => onType(pile.worth, text)}
          />
        ))}
      </div>
      <p aria-live="polite">
        <strong>{t('count.counted', { amount: format.money(counted, currency) })}</strong> {isTyped && compared}
      </p>
    </>
  )
}
