// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { lastSale } from '#local/pos/last-sale.ts'
import { ClockNote } from '../shift/clock-note.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './between-sales.module.css'
import { listParked } from './parked.actions.ts'

/** The last sale that is saved: a till that stopped while it was saving may never have said so. */
function LastSale() {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { shift } = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const last = shift && lastSale(shift)
  if (!last) return null
  const { sale, isVoid } = last
  return (
    <div className={css.last} data-last-sale={sale.receiptNo}>
      <p>
        {t('cart.last')} <bdi dir="ltr">{format.time(sale.soldAt)}</bdi> ·{' '}
        <Money minor={sale.totals.total} currency={sale.currency} />
        {isVoid && <> · {t('sales.voided')}</>}
        <br />
        <bdi dir="ltr">{sale.receiptNo}</bdi>
      </p>
      <Button kind="quiet" onClick={() => setSheet({ kind: 'receipt', saleId: sale.id, isNew: false })}>
        {t('receipt.title')}
      </Button>
    </div>
  )
}

/** The way to carts that wait. */
function Parked() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const [count, setCount] = useState(0)
  useEffect(() => {
    listParked().then(
      (carts) => setCount(carts.length),
      () => undefined,
    )
  }, [])
  if (count === 0) return null
  return (
    <div className={css.last}>
      <Button onClick={() => setSheet({ kind: 'parked' })}>{t('parked.open', { count })}</Button>
    </div>
  )
}

/** What a cashier may need to know before the next sale is begun. */
export function BetweenSales() {
  return (
    <>
      <ClockNote />
      <LastSale />
      <Parked />
    </>
  )
}
