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
export function OtherRows({ shift }: { shift: ShiftState }) {
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
