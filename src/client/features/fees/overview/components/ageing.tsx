import { useTranslation } from 'react-i18next'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeAgeing } from '#shared/fees/fee-list.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import css from './overview.module.css'

interface AgeingProps {
  totals: { currency: Currency; open: number; ageing: FeeAgeing }
}

const ages = ['notDue', 'days30', 'days60', 'days90', 'older', 'held'] as const

/** What is open by how long it has been due; cheques that have not cleared stand beside it. */
export function Ageing({ totals: { currency, open, ageing } }: AgeingProps) {
  const { t } = useTranslation('fees.overview')
  return (
    <dl className={css.ageing} aria-label={t('ageing.title')}>
      <div>
        <dt>{t('ageing.open')}</dt>
        <dd>
          <Money minor={open} currency={currency} />
        </dd>
      </div>
      {ages.map((age) => (
        <div key={age} data-late={(age === 'days90' || age === 'older') && ageing[age] > 0 ? true : undefined}>
          <dt>{t(`ageing.${age}`)}</dt>
          <dd>
            <Money bare minor={ageing[age]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
