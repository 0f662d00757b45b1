// chunk: base
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { isNameFirst } from '#shared/kernel/text/format-money.rules.ts'

/** Not a sheet of its own: every first load names each sheet that there is. */
const inOneLine = { whiteSpace: 'nowrap' } as const

interface MoneyProps {
  minor: number
  currency?: Currency | undefined
  /** Digits only, where a column or a label already says the currency. */
  bare?: boolean
}

/** An amount that keeps its own direction and its column inside any text. */
export function Money({ minor, currency, bare = false }: MoneyProps) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const digits = (
    <bdi dir="ltr" className="num">
      {format.amount(minor, currency)}
    </bdi>
  )
  if (bare) return digits
  const name = format.currencyName(currency)
  return (
    <bdi style={inOneLine}>
      {isNameFirst(i18n.language) ? (
        <>
          {name}&nbsp;{digits}
        </>
      ) : (
        <>
          {digits}&nbsp;{name}
        </>
      )}
    </bdi>
  )
}
