import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { type OutboxRow, reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { isCommandKind } from '#shared/sync/command-kinds.ts'
import { closeList } from '../sync-state.atoms.ts'
import css from './sync-list.module.css'

/** What a person may do to an entry that was set aside, beside trying it again and saving it as a file. */
function RowActions({ row, onClose }: { row: OutboxRow; onClose: () => void }) {
  const { t } = useTranslation('sync')
  const till = useAtomValue(tillAtom)
  const wish = useSetAtom(reentryAtom)
  const navigate = useNavigate()
  const enterAgain = () => {
    wish(row.opId)
    closeList()
    void navigate({ to: '/pos' })
  }
  return (
    <div className={css.rowActions}>
      {till?.setAside(row.opId) && (
        <button type="button" className={css.action} onClick={enterAgain}>
          {t('row.again')}
        </button>
      )}
      <button type="button" className={css.action} onClick={onClose}>
        {t('row.close')}
      </button>
    </div>
  )
}

/** One entry that has not arrived: what it is, when it was, how it stands, in plain words. */
export function SyncRow({ row, onClose }: { row: OutboxRow; onClose: () => void }) {
  const { t } = useTranslation(['sync', 'errors'])
  const errorText = useErrorText()
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
        {row.isExported && ` · ${t('sync:row.exported')}`}
        {row.attempts > 0 && ` · ${t('sync:row.attempts', { count: row.attempts })}`}
      </span>
      {row.lastError && <p className={css.error}>{errorText(row.lastError)}</p>}
      {row.state === 'attention' && <RowActions row={row} onClose={onClose} />}
    </li>
  )
}
