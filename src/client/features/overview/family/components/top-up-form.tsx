import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useIsOnline } from '#client/platform/use-online.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { parseDecimalText } from '#shared/kernel/money.ts'
import type { CanteenAccount, FamilyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import { beginTopUp } from '../family-food.api.ts'
import css from './canteen.module.css'
import shared from './family.module.css'

const bounds = ['least', 'most', 'balance'] as const

interface TopUpProps {
  account: CanteenAccount
  limits: FamilyCanteen['topUps']
}

/** Says what the school bounds of top-ups; nothing where it has set nothing. */
function useBoundsText({ account, limits }: TopUpProps): string {
  const { t } = useTranslation('overview.family-top-up')
  const format = useFormat()
  const texts = bounds.flatMap((bound) => {
    const amount = limits?.[bound] ?? null
    return amount === null ? [] : [t(`bounds.${bound}`, { amount: format.money(amount, account.currency) })]
  })
  return texts.join(' ')
}

/** Online top-up: an amount, and on to the gateway's own page. The balance changes once the bank has confirmed it. */
export function TopUpForm({ account, limits }: TopUpProps) {
  const { t, i18n } = useTranslation('overview.family-top-up')
  const format = useFormat()
  const errorText = useErrorText()
  const isOnline = useIsOnline()
  const boundsText = useBoundsText({ account, limits })
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isOver, setOver] = useState(false)
  // The same payment for every press until its amount changes: a lost answer makes no second one.
  const intentId = useRef(newCommandId())
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { mutate, isPending, error } = useMutation(
    (amount: number) => beginTopUp({ student_id: account.studentId, intentId: intentId.current, amount, language }),
    {
      onSuccess: ({ url }) => {
        setOver(url === null)
        // That payment is decided: the next press begins another one.
        if (url === null) intentId.current = newCommandId()
        else location.assign(url)
      },
    },
  )
  const pay = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseDecimalText(typed.trim(), account.currency) ?? 0
    setWrong(amount <= 0)
    if (amount > 0) void mutate(amount)
  }
  return (
    <form className={css.form} onSubmit={pay} noValidate>
      {(error || isOver) && (
        <InlineNotice tone={error ? 'problem' : 'warning'}>{error ? errorText(error) : t('over')}</InlineNotice>
      )}
      <label className={css.field}>
        <span>{`${t('amount')} (${format.currencyName(account.currency)})`}</span>
        <input
          inputMode="decimal"
          dir="ltr"
          maxLength={12}
          value={typed}
          aria-invalid={isWrong || error !== undefined}
          aria-describedby="top-up-hint"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            intentId.current = newCommandId()
          }}
        />
        <small id="top-up-hint" data-wrong={isWrong || undefined}>
          {t(isWrong ? 'wrong' : isOnline ? 'hint' : 'offline')} {boundsText}
        </small>
      </label>
      <div className={shared.buttons}>
        <button type="submit" className={shared.button} data-primary aria-busy={isPending} disabled={!isOnline}>
          {t('pay')}
        </button>
      </div>
    </form>
  )
}
