import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import { FlagText } from './flag-text.tsx'
import { ReasonText } from './reason-list.tsx'
import { SyncMark } from './sync-mark.tsx'
import css from './transaction-table.module.css'

const tenderKinds = ['cash', 'account', 'card'] as const
const isTenderKind = (kind: string): kind is (typeof tenderKinds)[number] =>
  (tenderKinds as readonly string[]).includes(kind)

function Flags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null
  return (
    <ul className={css.flags}>
      {flags.map((flag) => (
        <li key={flag}>
          <FlagText flag={flag} />
        </li>
      ))}
    </ul>
  )
}

/** What the columns say that have no room on a narrow screen, in a second line; only one of the two is ever shown. */
function Details({ row, paid }: { row: Transaction; paid: string }) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <span className={css.details}>
      <bdi className={css.timeToo}>{format.dateTime(row.at)}</bdi>
      {row.itemCount > 0 && <bdi>{t('detail.items', { count: row.itemCount })}</bdi>}
      {paid && <bdi>{paid}</bdi>}
      {row.customer && (
        <bdi>
          {pick(row.customer.name)} <bdi dir="ltr">{row.customer.admissionNo}</bdi>
        </bdi>
      )}
      <bdi>{t('detail.till', { till: row.till, no: row.shiftNo })}</bdi>
      <bdi>{pick(row.cashier)}</bdi>
    </span>
  )
}

/** What was in the drawer when a shift began or ended: beside the column of what was sold, not in it. */
function Counted({ row: { kind, drawer } }: { row: Transaction }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  if (drawer === null || (kind !== 'shift-open' && kind !== 'shift-close')) return null
  return <span className={css.counted}>{t(`counted.${kind}`, { amount: format.money(drawer) })}</span>
}

function Reasons({ reasons }: { reasons: Transaction['reasons'] }) {
  if (reasons.length === 0) return null
  return (
    <ul className={css.reasons}>
      {reasons.map((reason) => (
        <li key={`${reason.kind} ${reason.item?.en} ${reason.text}`}>
          <ReasonText reason={reason} />
        </li>
      ))}
    </ul>
  )
}

/** What it was, and its number; a sale opens. */
function What({ row, onOpen }: { row: Transaction; onOpen: (row: Transaction) => void }) {
  const { t } = useTranslation('pos.reports')
  const what = (
    <>
      {t(`kind.${row.kind}`)}
      {row.receiptNo && ' '}
      {row.receiptNo && (
        <bdi dir="ltr" className={css.no}>
          {row.receiptNo}
        </bdi>
      )}
    </>
  )
  if (row.kind !== 'sale') return what
  return (
    <button type="button" className={list.open} aria-haspopup="dialog" onClick={() => onOpen(row)}>
      {what}
    </button>
  )
}

/** One sale, void or movement as the server holds it. */
export function TransactionRow({ row, onOpen }: { row: Transaction; onOpen: (row: Transaction) => void }) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  const format = useFormat()
  const kinds = row.tenders.map(({ kind }) => (isTenderKind(kind) ? t(`tender.${kind}`) : kind))
  const paid = [...new Set(kinds)].join(t('listComma'))
  return (
    <tr data-voided={row.voided || undefined}>
      <th scope="row" className={css.what}>
        <What row={row} onOpen={onOpen} />
        {row.voided && <span className={css.void}> {t('voided')}</span>}
        <Counted row={row} />
        <Details row={row} paid={paid} />
        <Flags flags={row.flags} />
        <Reasons reasons={row.reasons} />
      </th>
      <td className={css.time}>
        <bdi>{format.dateTime(row.at)}</bdi>
      </td>
      <td className={css.number}>{row.drawer === null && <Money bare minor={row.amount} />}</td>
      <td>
        <SyncMark state={row.sync} />
      </td>
      <td className={css.wide}>{paid}</td>
      <td className={`${css.wide} ${css.person}`}>
        {row.customer && (
          <>
            <bdi>{pick(row.customer.name)}</bdi> <bdi dir="ltr">{row.customer.admissionNo}</bdi>
          </>
        )}
      </td>
      <td className={`${css.wide} ${css.number}`}>
        {row.itemCount > 0 && <bdi className="num">{format.count(row.itemCount)}</bdi>}
      </td>
      <td className={css.wide}>
        <bdi dir="ltr">{row.till}</bdi> · <bdi className="num">{format.count(row.shiftNo)}</bdi>
      </td>
      <td className={`${css.wide} ${css.person}`}>
        <bdi>{pick(row.cashier)}</bdi>
      </td>
    </tr>
  )
}
