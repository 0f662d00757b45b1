import { useFormat } from '#client/i18n/format.ts'
import type { Currency } from '#shared/kernel/money.ts'
import css from './money.module.css'

interface MoneyProps {
  minor: number
  currency?: Currency | undefined
  /** Digits only, where a column or a label already says the currency. */
  bare?: boolean
}

/** An amount that keeps its own direction and its column inside any text. */
export function Money({ minor, currency, bare = false }: MoneyProps) {
  const format = useFormat()
  const digits = (
    <bdi dir="ltr" className="num">
      {format.amount(minor, currency)}
    </bdi>
  )
  if (bare) return digits
  return (
    <bdi className={css.money}>
      {format.currencyName(currency)}&nbsp;{digits}
    </bdi>
  )
}
