// chunk: till-sheets
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { NumberPad } from '../payment/number-pad.tsx'
import css from './count-cash.module.css'
import type { CashCount } from './use-cash-count.ts'

/** Chooses how the drawer is counted, and lists its notes and coins. */
export function CountedPiles({ counting }: { counting: CashCount }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { by, setBy, worths, piles, active, setActive, currency, count } = counting
  return (
    <div className={css.counting}>
      <ChoiceRow
        options={[
          { value: 'amount', label: t('count.amount') },
          { value: 'piles', label: t('count.piles') },
        ]}
        chosen={by}
        onChoose={setBy}
      />
      {by === 'piles' && (
        <>
          <ul className={css.piles}>
            {worths.map((worth) => (
              <li key={worth}>
                <button
                  type="button"
                  className={css.pile}
                  aria-pressed={worth === active}
                  onClick={() => setActive(worth)}
                >
                  <Money bare minor={worth} currency={currency} />
                  <bdi dir="ltr" className="num">{`× ${piles[worth] || '0'}`}</bdi>
                </button>
              </li>
            ))}
          </ul>
          <p className={css.total} role="status">
            {t('count.total')} <bdi>{format.money(count?.amount ?? 0, currency)}</bdi>
          </p>
        </>
      )}
    </div>
  )
}

interface CountPadProps {
  counting: CashCount
  /** What the amount is called. */
  label: string
  placeholder?: string
  onEnter: () => void
}

/** The pad for what is being counted: the amount, or the pieces of the chosen note. Enter goes on to the next one. */
export function CountPad({ counting, label, placeholder, onEnter }: CountPadProps) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { by, currency, active, piles } = counting
  if (by === 'amount')
    return (
      <NumberPad
        label={label}
        entry={counting.entry}
        onChange={counting.setEntry}
        currency={currency}
        {...(placeholder !== undefined && { placeholder })}
        unit={format.currencyName(currency)}
        onEnter={onEnter}
      />
    )
  return (
    <NumberPad
      label={t('count.pieces', { worth: format.amount(active, currency) })}
      entry={piles[active] ?? ''}
      onChange={counting.setPile}
      currency={currency}
      placeholder={format.count(0)}
      unit="×"
      onEnter={() => {
        if (!counting.goOn()) onEnter()
      }}
    />
  )
}
