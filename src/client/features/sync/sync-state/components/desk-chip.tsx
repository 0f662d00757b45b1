// chunk: desk-frame
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { isDeskReachableAtom, watchDeskConnection } from '#client/platform/offline/desk-connection.ts'
import {
  pendingCashAtom,
  pendingDecisionsAtom,
  pendingFeeCashAtom,
  pendingWritingsAtom,
} from '#client/platform/offline/desk-outbox.atoms.ts'
import { HeldIcon, OfflineIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import css from './sync-chip.module.css'

/** The state of the network at a desk that is no paired device, and how much of what was done there waits for it. */
export function DeskChip() {
  const { t } = useTranslation('sync')
  const format = useFormat()
  const isReachable = useAtomValue(isDeskReachableAtom)
  const decisions = useAtomValue(pendingDecisionsAtom)
  const cash = [...(useAtomValue(pendingCashAtom) ?? []), ...useAtomValue(pendingFeeCashAtom)]
  const writings = useAtomValue(pendingWritingsAtom)
  useEffect(watchDeskConnection, [])
  const waiting = (decisions?.length ?? 0) + cash.filter(({ receipt }) => receipt === null).length + writings.length
  const state = waiting > 0 ? 'saved' : isReachable ? 'synced' : 'offline'
  const icons = { saved: HeldIcon, synced: CheckIcon, offline: OfflineIcon }
  const Icon = icons[state]
  const count = format.count(waiting)
  return (
    <span className={css.chip} data-state={state} data-plain>
      <Icon size={18} />
      <span className={css.text}>{t(`chip.${state}`, { n: count })}</span>
      {waiting > 0 && (
        <bdi className={css.count} aria-hidden="true">
          {count}
        </bdi>
      )}
    </span>
  )
}
