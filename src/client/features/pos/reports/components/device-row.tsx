import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { OutboxRow } from '#client/platform/offline/outbox.atoms.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { isTillCommandKind } from '#shared/sync/command-kinds.ts'
import { SyncMark } from './sync-mark.tsx'
import css from './transaction-table.module.css'

/** One entry that only this device holds so far. */
export function DeviceRow({ row }: { row: OutboxRow }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  const errorText = useErrorText()
  const state = row.lastError ? errorText(row.lastError) : t('own.waiting')
  return (
    <tr className={css.own}>
      <th scope="row" className={css.what}>
        {isTillCommandKind(row.kind) ? t(`command.${row.kind}`) : row.kind}
        {row.label && ' '}
        {row.label && (
          <bdi dir="ltr" className={css.no}>
            {row.label}
          </bdi>
        )}
        <span className={css.details}>
          <bdi className={css.timeToo}>{format.dateTime(row.at)}</bdi>
          <bdi>{state}</bdi>
        </span>
      </th>
      <td className={css.time}>
        <bdi>{format.dateTime(row.at)}</bdi>
      </td>
      <td className={css.number}>{row.amountMinor !== null && <Money bare minor={row.amountMinor} />}</td>
      <td>
        <SyncMark state={row.state === 'attention' ? 'attention' : 'pending'} />
      </td>
      <td colSpan={5} className={css.wide}>
        {state}
      </td>
    </tr>
  )
}
