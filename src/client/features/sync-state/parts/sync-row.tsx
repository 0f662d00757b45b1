import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { OutboxRow } from '#client/platform/outbox.atoms.ts'
import { Money } from '#client/ui/money.tsx'
import { isCommandKind } from '#shared/contract/command-kinds.ts'
import css from './sync-list.module.css'

/** One entry that has not arrived: what it is, when it was, how it stands, in plain words. */
export function SyncRow({ row }: { row: OutboxRow }) {
  const { t } = useTranslation(['sync', 'errors'])
  const format = useFormat()
  const what = isCommandKind(row.kind) ? t(`sync:kind.${row.kind}`) : row.kind
  return (
    <li className={css.row} data-state={row.state}>
      <span className={css.what}>
        {what}{' '}
        {row.label && (
          <bdi dir="ltr" className={css.label}>
            {row.label}
          </bdi>
        )}
      </span>
      <span className={css.amount}>{row.amountMinor !== null && <Money bare minor={row.amountMinor} />}</span>
      <span className={css.soft}>
        <bdi>{format.dateTime(row.at)}</bdi> ·{' '}
        {row.state === 'attention' ? t('sync:row.attention') : t('sync:row.waiting')}
        {row.attempts > 0 && ` · ${t('sync:row.attempts', { count: row.attempts })}`}
      </span>
      {row.lastError && <p className={css.error}>{t(`errors:${row.lastError}`)}</p>}
    </li>
  )
}
