import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { identityAtom, isReachableAtom } from '#client/platform/offline/device.ts'
import { followOutbox, type OutboxStatus, outboxStatusAtom } from '#client/platform/offline/outbox.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useNow } from '#client/platform/use-now.ts'
import { HeldIcon, OfflineIcon, SendIcon, WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { listAtom } from '../sync-state.atoms.ts'
import css from './sync-chip.module.css'

const fetchList = () => import('./sync-list.tsx')
const NoChip: ComponentType = () => null
/** Without its file a desk is as it was before there was a chip. */
const DeskChip = lazy(async () => ({
  default: await import('./desk-chip.tsx').then(
    (found): ComponentType => found.DeskChip,
    () => NoChip,
  ),
}))
const SyncList = lazy(async () => ({ default: (await fetchList()).SyncList }))
/** The list is wanted most when the network is gone, so it is fetched while it is there. */
const fetchListAfterMs = 3000

const refreshMs = 20_000

type ChipState = OutboxStatus['state'] | 'offline'

const icons: Record<ChipState, ReactNode> = {
  offline: <OfflineIcon size={18} />,
  synced: <CheckIcon size={18} />,
  sending: <SendIcon size={18} />,
  saved: <HeldIcon size={18} />,
  attention: <WarnIcon size={18} />,
}

/** The state of unsent work, calm and always in the same place; the list is behind it. */
export function SyncChip() {
  return (
    <Suspense fallback={null}>
      <Chip />
    </Suspense>
  )
}

function Chip() {
  const { t } = useTranslation('sync')
  const format = useFormat()
  const identity = useAtomValue(identityAtom)
  const status = useAtomValue(outboxStatusAtom)
  // With nothing to send, prices and balances grow old nevertheless.
  const state = useAtomValue(isReachableAtom) || status?.state !== 'synced' ? status?.state : 'offline'
  const list = useAtomValue(listAtom)
  const openList = useSetAtom(listAtom)
  useEffect(() => {
    // A device whose storage does not open says so where it is needed: at the till.
    followOutbox().catch(() => undefined)
    const timer = setTimeout(() => void fetchList().catch(() => undefined), fetchListAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // The list comes without the chip too: a sign-out asks even when nothing could be counted.
  return (
    <>
      {identity && status && state && (
        <button
          type="button"
          className={css.chip}
          data-state={state}
          aria-haspopup="dialog"
          title={t('chip.open')}
          onClick={() => openList('open')}
        >
          {icons[state]}
          <span id="sync-chip-text" className={css.text}>
            {state === 'offline' ? t('chip.offline') : <ChipText status={status} />}
          </span>
          {status.state !== 'synced' && (
            <bdi className={css.count} aria-hidden="true">
              {format.count(status.state === 'attention' ? status.attention : status.pending)}
            </bdi>
          )}
        </button>
      )}
      {identity === null && <DeskSlot />}
      {list !== 'closed' && (
        <Suspense fallback={null}>
          <SyncList isLeaving={list === 'leaving'} />
        </Suspense>
      )}
    </>
  )
}

/** A desk that is no paired device has an outbox of another kind: what is said of it is loaded there alone. */
function DeskSlot() {
  const { kind, signedIn } = useAtomValue(sessionAtom)
  if (!signedIn || kind !== 'staff') return null
  return (
    <Suspense fallback={null}>
      <DeskChip />
    </Suspense>
  )
}

function ChipText({ status }: { status: OutboxStatus }) {
  const { t } = useTranslation('sync')
  const format = useFormat()
  const now = useNow(refreshMs)
  switch (status.state) {
    case 'synced':
      return t('chip.synced')
    case 'sending':
      return t('chip.sending', { n: format.count(status.pending) })
    case 'attention':
      return t('chip.attention', { n: format.count(status.attention) })
    case 'saved':
      return status.oldestAtMs === null
        ? t('chip.saved', { n: format.count(status.pending) })
        : t('chip.savedSince', { n: format.count(status.pending), age: format.ago(status.oldestAtMs, now) })
  }
}
