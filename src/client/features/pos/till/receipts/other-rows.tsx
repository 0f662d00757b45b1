import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { ShiftState } from '#local/pos/till.types.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Currency, type Minor, negate } from '#shared/kernel/money.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './sales-sheet.module.css'

interface OtherRowProps {
  receiptNo: string
  title: string
  at: string
  customerId: CustomerId | null
  amount: Minor
  currency: Currency
  onOpen: () => void
}

/** A receipt that is no sale: a refund or a cash top-up. */
function OtherRow({ receiptNo, title, at, customerId, amount, currency, onOpen }: OtherRowProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const customer = customerId ? till.customer(customerId) : undefined
  return (
    <li className={css.row}>
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
      </span>
      <Button onClick={onOpen}>{t('receipt.title')}</Button>
    </li>
  )
}

/** Refunds and cash top-ups of a shift, newest first, to print again. */
export function OtherRows({ shift }: { shift: ShiftState }) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
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
          onOpen={() => setSheet({ kind: 'topUpReceipt', topUpId: id, isNew: false })}
        />
      ))}
    </>
  )
}
