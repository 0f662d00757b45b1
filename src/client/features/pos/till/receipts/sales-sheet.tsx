import { useSetAtom } from 'jotai'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { findSales } from '#local/pos/find-sales.ts'
import type { ShiftState } from '#local/pos/till.types.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Currency, type Minor, negate } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { Field } from '../board/field.tsx'
import { sheetAtom } from '../till.atoms.ts'
import { receiptIn } from './receipt-code.ts'
import css from './sales-sheet.module.css'

function Row({ sale, isVoid, isRefunded }: { sale: Sale; isVoid: boolean; isRefunded: boolean }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const customer = sale.customerId ? till.customer(sale.customerId) : undefined
  const kinds = [...new Set(sale.tenders.map(({ kind }) => kind))].map((kind) => t(`tender.${kind}`))
  const items = sale.lines.map(({ qtyMilli, name }) =>
    qtyMilli === 1000 ? pick(name) : `${format.count(qtyMilli / 1000)} × ${pick(name)}`,
  )
  return (
    <li className={css.row} data-void={isVoid || undefined}>
      <span className={css.facts}>
        <bdi dir="ltr" className={css.no}>
          {sale.receiptNo}
        </bdi>
        <span className={css.soft}>
          <bdi dir="ltr">{format.time(sale.soldAt)}</bdi> · {kinds.join(t('listComma'))}
          {customer && (
            <>
              {' · '}
              <bdi>{pick(customer.name)}</bdi>
            </>
          )}
        </span>
        <span className={css.soft}>{items.join(t('listComma'))}</span>
      </span>
      <span className={css.amount}>
        <Money bare minor={sale.totals.total} currency={sale.currency} />
        {isVoid && <strong className={css.void}>{t('sales.voided')}</strong>}
        {isRefunded && <strong className={css.void}>{t('sales.refunded')}</strong>}
      </span>
      <Button onClick={() => setSheet({ kind: 'receipt', saleId: sale.id, isNew: false })}>{t('receipt.title')}</Button>
      <Button disabled={isVoid} onClick={() => setSheet({ kind: 'refund', receipt: sale.receiptNo })}>
        {t('sales.refund')}
      </Button>
      <Button kind="bad" disabled={isVoid || isRefunded} onClick={() => setSheet({ kind: 'void', saleId: sale.id })}>
        {t('sales.void')}
      </Button>
    </li>
  )
}

/** The sales of this shift, newest first: to print again, to refund or to cancel. An older receipt is found by its number. */
export function SalesSheet() {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const { shift } = till
  const setSheet = useSetAtom(sheetAtom)
  const [typed, setTyped] = useState('')
  const all = shift?.sales ?? []
  const sales = findSales(all, useDeferredValue(typed), ({ customerId }) =>
    customerId ? till.customer(customerId) : undefined,
  )
  const elsewhere = sales.length === 0 ? receiptIn(typed) : undefined
  const refunded = new Set(shift?.refunds.map(({ saleId }) => saleId))
  const voided = new Set(shift?.voids.map(({ saleId }) => saleId))
  return (
    <Sheet title={t('menu.sales')} size="wide" onClose={() => setSheet(null)}>
      {shift && (
        <Field
          label={t('sales.search')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {sales.length === 0 && <p role="status">{t(all.length === 0 ? 'sales.none' : 'sales.notFound')}</p>}
      {elsewhere && (
        <Button onClick={() => setSheet({ kind: 'refund', receipt: elsewhere })}>
          {t('sales.refundOther', { receipt: elsewhere })}
        </Button>
      )}
      <ul className={css.list}>
        {sales.map((sale) => (
          <Row key={sale.id} sale={sale} isVoid={voided.has(sale.id)} isRefunded={refunded.has(sale.id)} />
        ))}
        {typed.trim() === '' && shift && <OtherRows shift={shift} />}
      </ul>
    </Sheet>
  )
}

interface OtherRowProps {
  receiptNo: string
  title: string
  at: string
  customerId: CustomerId | null
  amount: Minor
  currency: Currency
  onOpen: () => void
  /** Where it may be voided in this shift. */
  onVoid?: () => void
  isVoid?: boolean
}

/** A receipt that is no sale: a refund or a cash top-up. */
function OtherRow({ receiptNo, title, at, customerId, amount, currency, onOpen, onVoid, isVoid }: OtherRowProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const customer = customerId ? till.customer(customerId) : undefined
  return (
    <li className={css.row} data-void={isVoid || undefined}>
      <span className={css.facts}>
        <bdi dir="ltr" className={css.no}>
          {receiptNo}
        </bdi>
        <span className={css.soft}>
          <bdi dir="ltr">{format.time(at)}</bdi> · {title}
          {customer && (
            <>
              {' · '}
              <bdi>{pick(customer.name)}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={css.amount}>
        <Money bare minor={amount} currency={currency} />
        {isVoid && <strong className={css.void}>{t('sales.voided')}</strong>}
      </span>
      <Button onClick={onOpen}>{t('receipt.title')}</Button>
      {onVoid && (
        <Button kind="bad" disabled={isVoid} onClick={onVoid}>
          {t('sales.void')}
        </Button>
      )}
    </li>
  )
}

/** Refunds and cash top-ups of a shift, newest first, to print again or to void. */
function OtherRows({ shift }: { shift: ShiftState }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const voided = new Set<string>(shift.voids.map(({ saleId }) => saleId))
  return (
    <>
      {shift.refunds.toReversed().map(({ id, receiptNo, at, customerId, totals, currency }) => (
        <OtherRow
          key={id}
          {...{ receiptNo, at, customerId, currency }}
          title={t('refund.title')}
          amount={negate(totals.total)}
          onOpen={() => setSheet({ kind: 'refundReceipt', refundId: id, isNew: false })}
        />
      ))}
      {shift.topUps.toReversed().map(({ id, receiptNo, at, customerId, amount, currency }) => (
        <OtherRow
          key={id}
          {...{ receiptNo, at, customerId, amount, currency }}
          title={t('topUp.title')}
          isVoid={voided.has(id)}
          onOpen={() => setSheet({ kind: 'topUpReceipt', topUpId: id, isNew: false })}
          onVoid={() => setSheet({ kind: 'void', saleId: id })}
        />
      ))}
    </>
  )
}
