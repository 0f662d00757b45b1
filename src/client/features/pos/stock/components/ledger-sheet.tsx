import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { wholeQty } from '#shared/kernel/money.ts'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import type { LedgerRow, StockItem } from '#shared/pos/stock/stock.contract.ts'
import { fetchLedger } from '../stock.api.ts'
import css from '../stock.module.css'

/** Every row behind the stock of an item, the latest first. */
export function LedgerSheet({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { itemId } = item
  const { answer: rows, failure } = useAnswer(useCallback(() => fetchLedger(itemId), [itemId]))
  return (
    <Sheet size="wide" title={t('ledger.title', { item: pick(item.name) })} onClose={onClose}>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {rows?.length === 0 && <p className={common.softLine}>{t('ledger.empty')}</p>}
      {rows && rows.length > 0 && (
        <table className={`${list.table} ${css.inSheet}`}>
          <thead>
            <tr>
              <th scope="col">{t('ledger.at')}</th>
              <th scope="col">{t('ledger.what')}</th>
              <th scope="col" className={css.number}>
                {t('column.pieces')}
              </th>
              <th scope="col">{t('ledger.by')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}

function Row({ row }: { row: LedgerRow }) {
  const { t, i18n } = useTranslation('pos.stock')
  const pick = useBilingual()
  const format = useFormat()
  const day = (value: string) => formatLongDay(value, i18n.language)
  const { kind, qtyMilli, by, why, note, expiresOn } = row
  return (
    <tr>
      <th scope="row">
        <bdi>{kind === 'sold' ? format.day(row.at) : format.dateTime(row.at)}</bdi>
      </th>
      <td>
        {t(`ledger.kind.${kind}`)}
        {why !== null && ` · ${t(`why.${why}`)}`}
        {expiresOn !== null && <small>{t('due.expires', { day: day(expiresOn) })}</small>}
        <Difference row={row} />
        {note !== null && (
          <small>
            <bdi>{note}</bdi>
          </small>
        )}
      </td>
      <td className={css.number}>
        <bdi>{format.count(qtyMilli / wholeQty)}</bdi>
      </td>
      <td>{by && <bdi>{pick(by)}</bdi>}</td>
    </tr>
  )
}

/** What a count differed by, and that sales which came later have changed it. */
function Difference({ row: { differenceMilli, firstDifferenceMilli } }: { row: LedgerRow }) {
  const { t } = useTranslation('pos.stock')
  const format = useFormat()
  if (differenceMilli === null) return null
  const said = (milli: number) => {
    const no = format.count(Math.abs(milli) / wholeQty)
    return milli === 0 ? t('difference.none') : t(milli < 0 ? 'difference.less' : 'difference.more', { no })
  }
  const isRestated = firstDifferenceMilli !== null && firstDifferenceMilli !== differenceMilli
  return (
    <>
      <small>{said(differenceMilli)}</small>
      {isRestated && <small>{t('difference.restated', { before: said(firstDifferenceMilli) })}</small>}
    </>
  )
}
