// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import {
  countedCash,
  denominations,
  type DifferenceReason,
  differenceReasons,
} from '#shared/fees/cashbook/cash-count.rules.ts'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Currency } from '#shared/kernel/money.ts'
import css from './cashbook.module.css'
import { close } from './cashbook.api.ts'

interface CountProps {
  session: CashSession
  currency: Currency
  onClosed: () => void
  onCancel: () => void
}

/** Returns how many were typed; undefined where that is no number. */
const readCount = (text: string): number | undefined => {
  const latin = latinDigits(text.trim())
  if (latin === '') return 0
  return /^\d{1,6}$/.test(latin) ? Number(latin) : undefined
}

/** What was typed of each note and coin, and what it comes to. */
function useCount({ session: { expected }, currency }: Pick<CountProps, 'session' | 'currency'>) {
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const piles = denominations[currency].map((worth) => ({ worth, count: readCount(typed[worth] ?? '') }))
  const counts = piles.map(({ worth, count = 0 }) => ({ worth, count }))
  const counted = countedCash(counts)
  return {
    piles: piles.map((pile) => ({ ...pile, text: typed[pile.worth] ?? '' })),
    counts: counts.filter(({ count }) => count > 0),
    isRight: piles.every(({ count }) => count !== undefined),
    counted,
    difference: counted - expected,
    type: (worth: number, text: string) => setTyped({ ...typed, [worth]: text }),
  }
}

/** Counts the drawer by note and coin, names a difference, and closes the session. */
export function CountForm({ session, currency, onClosed, onCancel }: CountProps) {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const count = useCount({ session, currency })
  const { difference } = count
  const [reason, setReason] = useState<DifferenceReason>('unknown')
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation(close, { onSuccess: onClosed })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!count.isRight) return
    const differenceReason = difference === 0 ? null : reason
    const { sessionId, expected: expectedAmount } = session
    void mutate({ sessionId, counts: count.counts, expectedAmount, differenceReason, note: note.trim() })
  }
  return (
    <form noValidate className={css.section} onSubmit={send} aria-label={t('count.title')}>
      <h3 className={common.heading}>{t('count.title')}</h3>
      <Piles count={count} currency={currency} />
      {difference !== 0 && (
        <ChoiceField
          label={t('count.reason')}
          values={differenceReasons}
          value={reason}
          nameOf={(each) => t(`reason.${each}`)}
          onChange={setReason}
        />
      )}
      <TextField label={t('count.note')} maxLength={300} autoComplete="off" value={note} onChange={setNote} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <p className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('count.save')}
        </Button>
        {error === 'fees.cash-changed' && <Button onClick={onClosed}>{t('count.again')}</Button>}
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </p>
    </form>
  )
}

function Piles({ count, currency }: { count: ReturnType<typeof useCount>; currency: Currency }) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const { piles, counted, difference, type } = count
  const amount = format.money(Math.abs(difference), currency)
  return (
    <>
      <div className={css.piles}>
        {piles.map((pile) => (
          <NumberField
            key={pile.worth}
            label={format.money(pile.worth, currency)}
            maxLength={6}
            error={pile.count === undefined ? t('wrong.count') : undefined}
            value={pile.text}
            onChange={(text) => type(pile.worth, text)}
          />
        ))}
      </div>
      <p aria-live="polite">
        <strong>{t('count.counted', { amount: format.money(counted, currency) })}</strong>{' '}
        {difference === 0 ? t('count.equal') : t(difference > 0 ? 'count.over' : 'count.short', { amount })}
      </p>
    </>
  )
}
