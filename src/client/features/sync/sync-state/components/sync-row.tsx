import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { closeEntry, type OutboxRow, reentryAtom } from '#client/platform/offline/outbox.atoms.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DownloadIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
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

interface CloseEntryProps {
  row: OutboxRow
  keepFile: () => Promise<void>
  onDone: () => void
}

const suggestions = ['twice', 'paper', 'test'] as const

function useClosing(row: OutboxRow, onDone: () => void) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation(closeEntry, {
    onSuccess: onDone,
    // Nothing here needs the network, so that `L000` would say the wrong thing.
    reasonOf: (thrown: unknown) => (thrown instanceof AppError ? thrown.messageId : 'server.failed'),
  })
  const close = () => void mutate(row.opId, reason)
  return { reason, setReason, error, isReady: reason.trim() !== '' && !isPending, close }
}

function Reason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('sync')
  return (
    <>
      <label className={css.field}>
        {t('close.reason')}
        <input
          className={css.input}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <div className={css.rowActions}>
        {suggestions.map((key) => (
          <button key={key} type="button" className={css.action} onClick={() => onChange(t(`close.suggest.${key}`))}>
            {t(`close.suggest.${key}`)}
          </button>
        ))}
      </div>
    </>
  )
}

/** Ends an entry for good: says what that means, wants a copy of it first, a supervisor and a reason. */
export function CloseEntry({ row, keepFile, onDone }: CloseEntryProps) {
  const { t } = useTranslation(['sync', 'errors'])
  const errorText = useErrorText()
  const user = useAtomValue(userAtom)
  const { reason, setReason, error, isReady, close } = useClosing(row, onDone)
  const isAllowed = user !== null && hasPermission(user.authority, 'set-aside.close')
  const canClose = isAllowed && row.isExported
  const footer = (
    <>
      <button type="button" className={css.action} onClick={onDone}>
        {t('sync:close.keep')}
      </button>
      {isAllowed && !row.isExported && (
        <button type="button" className={css.action} onClick={() => void keepFile()}>
          <DownloadIcon /> {t('sync:close.save')}
        </button>
      )}
      {canClose && (
        <button type="button" className={css.leave} disabled={!isReady} onClick={close}>
          {t('sync:close.do')}
        </button>
      )}
    </>
  )
  return (
    <Sheet title={t('sync:close.title')} size="wide" onClose={onDone} footer={footer}>
      <p className={css.lead}>
        {isCommandKind(row.kind) ? t(`sync:kind.${row.kind}`) : row.kind}{' '}
        {row.label && <bdi dir="ltr">{row.label}</bdi>}
      </p>
      <p className={css.soft}>{t('sync:close.text')}</p>
      {row.kind.endsWith('Shift') && <p className={css.soft}>{t('sync:close.shift')}</p>}
      {!isAllowed && <p className={css.trouble}>{t('sync:close.denied')}</p>}
      {isAllowed && !row.isExported && <p className={css.trouble}>{t('sync:close.needsFile')}</p>}
      {error && (
        <p className={css.error} role="alert">
          {errorText(error)}
        </p>
      )}
      {canClose && <Reason value={reason} onChange={setReason} />}
    </Sheet>
  )
}
