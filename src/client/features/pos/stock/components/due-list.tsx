import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { wholeQty } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { DueBatch, Stock, StockItem } from '#shared/pos/stock/stock.contract.ts'
import css from '../stock.module.css'

/** The list of each morning: what is past its last day or past half its shelf life, and what will be tomorrow. */
export function DueList({ stock, onWaste }: { stock: Stock; onWaste: (item: StockItem) => void }) {
  const { t } = useTranslation('pos.stock')
  const titleId = useId()
  return (
    <section className={css.due} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('due.title')}
      </h2>
      <ul>
        {stock.due.map((batch) => {
          const item = stock.items.find(({ itemId }) => itemId === batch.itemId)
          return item && <Due key={batch.entryId} batch={batch} item={item} onWaste={() => onWaste(item)} />
        })}
      </ul>
    </section>
  )
}

function Due({ batch, item, onWaste }: { batch: DueBatch; item: StockItem; onWaste: () => void }) {
  const { t, i18n } = useTranslation('pos.stock')
  const pick = useBilingual()
  const format = useFormat()
  const { state, leftMilli, expiresOn, halfLifeOn } = batch
  const day = (value: string) => formatDay(value, i18n.language)
  return (
    <li>
      <bdi className={css.name}>{pick(item.name)}</bdi>
      <span>{t('due.left', { no: format.count(leftMilli / wholeQty) })}</span>
      <span className={css.state} data-state={state}>
        {t(`due.state.${state}`)}
      </span>
      {halfLifeOn !== null && <span>{t('due.halfLife', { day: day(halfLifeOn) })}</span>}
      {expiresOn !== null && <span>{t('due.expires', { day: day(expiresOn) })}</span>}
      <Button onClick={onWaste}>{t('waste.open')}</Button>
    </li>
  )
}
