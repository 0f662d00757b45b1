import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { deviceProblemAtom } from '#client/platform/offline/device.ts'
import {
  type OutboxRow,
  type OutboxStatus,
  outboxChangeAtom,
  outboxStatusAtom,
  readLastRestore,
  readOutboxRows,
  sendNow,
} from '#client/platform/offline/outbox.atoms.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DownloadIcon, RefreshIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { saveExport } from '../sync-state.actions.ts'
import { closeList } from '../sync-state.atoms.ts'
import css from './sync-list.module.css'
import { CloseEntry, SyncRow } from './sync-row.tsx'

const refreshMs = 20_000

/** The unsent rows, read again with every change of the outbox. */
function useRows(): readonly OutboxRow[] | undefined {
  const change = useAtomValue(outboxChangeAtom)
  const [rows, setRows] = useState<readonly OutboxRow[]>()
  useEffect(() => {
    let isCurrent = true
    const show = (read: readonly OutboxRow[]) => isCurrent && setRows(read)
    // `change` is only the reason to read again; an unreadable list leaves the last one standing.
    void Promise.resolve(change)
      .then(() => readOutboxRows())
      .then(show, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [change])
  return rows
}

/** How long a till names a restore of the server. */
const namedMs = 24 * 3_600_000

/** Says that the server was restored lately; read again with every change of the outbox. */
function Restored() {
  const { t } = useTranslation('sync')
  const format = useFormat()
  const now = useNow(refreshMs)
  const change = useAtomValue(outboxChangeAtom)
  const [atMs, setAtMs] = useState<number>()
  useEffect(() => {
    void Promise.resolve(change)
      .then(() => readLastRestore())
      .then(
        (met) => setAtMs(met?.atMs),
        () => undefined,
      )
  }, [change])
  if (atMs === undefined || now - atMs > namedMs) return null
  return <p className={css.lead}>{t('list.restored', { age: format.ago(atMs, now) })}</p>
}

function Summary({ status, isLeaving }: { status: OutboxStatus; isLeaving: boolean }) {
  const { t } = useTranslation(['sync', 'errors'])
  const errorText = useErrorText()
  const format = useFormat()
  const now = useNow(refreshMs)
  const trouble = useAtomValue(deviceProblemAtom)
  const unsent = status.pending + status.attention
  if (unsent === 0) return <p className={css.lead}>{t('sync:list.nothing')}</p>
  return (
    <>
      <p className={css.lead} role={isLeaving ? 'alert' : undefined}>
        {isLeaving ? t('sync:leave.text', { count: unsent }) : t('sync:list.unsent', { count: unsent })}{' '}
        <Money minor={status.pendingMinor} />
        {status.oldestAtMs !== null && ` · ${t('sync:list.oldest', { age: format.ago(status.oldestAtMs, now) })}`}
      </p>
      <p className={css.soft}>{t('sync:list.safe')}</p>
      {trouble && <p className={css.trouble}>{errorText(trouble)}</p>}
    </>
  )
}

/** Saves the file, and says whether that has failed. */
function useKeepFile(): [boolean, (andThen?: () => void) => Promise<void>] {
  const { timeZone = 'UTC' } = useAtomValue(schoolAtom) ?? {}
  const [hasFailed, setHasFailed] = useState(false)
  const keepFile = async (andThen?: () => void) => {
    try {
      await saveExport(businessDay(machineClock.nowMs(), timeZone, 0))
    } catch {
      return setHasFailed(true)
    }
    setHasFailed(false)
    andThen?.()
  }
  return [hasFailed, keepFile]
}

interface ActionsProps {
  hasUnsent: boolean
  isLeaving: boolean
  hasFailed: boolean
  keepFile: (andThen?: () => void) => Promise<void>
}

function Actions({ hasUnsent, isLeaving, hasFailed, keepFile }: ActionsProps) {
  const { t } = useTranslation('sync')
  return (
    <>
      <button
        type="button"
        className={css.action}
        disabled={!hasUnsent}
        onClick={() => void sendNow().catch(() => undefined)}
      >
        <RefreshIcon /> {t('list.retry')}
      </button>
      <button type="button" className={css.action} disabled={!hasUnsent} onClick={() => void keepFile()}>
        <DownloadIcon /> {t('list.export')}
      </button>
      {isLeaving && (
        <button type="button" className={css.leave} onClick={() => void keepFile(() => closeList(true))}>
          {t('leave.exportAndLeave')}
        </button>
      )}
      {isLeaving && hasFailed && (
        <button type="button" className={css.action} onClick={() => closeList(true)}>
          {t('leave.anyway')}
        </button>
      )}
    </>
  )
}

/** What has not arrived yet: what, when, why, and what can be done about it. */
export function SyncList({ isLeaving }: { isLeaving: boolean }) {
  const { t } = useTranslation('sync')
  const status = useAtomValue(outboxStatusAtom)
  const rows = useRows()
  const [hasFailed, keepFile] = useKeepFile()
  const [closingId, setClosingId] = useState<string>()
  const hasUnsent = !status || status.pending + status.attention > 0
  // Somebody who waits to sign out does, once everything has been sent.
  const mayLeave = isLeaving && !hasUnsent
  useEffect(() => {
    if (mayLeave) closeList(true)
  }, [mayLeave])
  if (!status && !isLeaving) return null
  const closing = rows?.find(({ opId, state }) => opId === closingId && state === 'attention')
  if (closing) return <CloseEntry row={closing} keepFile={keepFile} onDone={() => setClosingId(undefined)} />
  return (
    <Sheet
      title={isLeaving ? t('leave.title') : t('list.title')}
      size="wide"
      onClose={() => closeList(false)}
      footer={<Actions hasUnsent={hasUnsent} isLeaving={isLeaving} hasFailed={hasFailed} keepFile={keepFile} />}
    >
      {status ? (
        <Summary status={status} isLeaving={isLeaving} />
      ) : (
        <p className={css.lead} role="alert">
          {t('leave.unknown')}
        </p>
      )}
      <Restored />
      {hasFailed && (
        <p className={css.trouble} role="alert">
          {t('list.exportFailed')}
        </p>
      )}
      {rows && rows.length > 0 && (
        // A scrolled box must be reachable without a mouse.
        <ul className={css.rows} tabIndex={0} aria-label={t('list.title')}>
          {rows.map((row) => (
            <SyncRow key={row.opId} row={row} onClose={() => setClosingId(row.opId)} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}
