import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { hasPermission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { DeviceAlert, DeviceHealth } from '#shared/sync/device-health.contract.ts'
import { RestoredServer } from '../restored-server/restored-server.tsx'
import { CodeSheet } from './components/code-sheet.tsx'
import { DeviceCard } from './components/device-card.tsx'
import { HandleSheet } from './components/handle-sheet.tsx'
import { RevokeSheet } from './components/revoke-sheet.tsx'
import { byNeed } from './device-state.ts'
import { listDevices } from './devices.api.ts'
import css from './devices-screen.module.css'

type OpenSheet = { kind: 'code' } | { kind: 'revoke'; device: DeviceHealth } | { kind: 'handle'; alert: DeviceAlert }

const refreshMs = 15_000

/** Every device of the school: what it has not sent, when it was last heard of, what is missing. */
export function DevicesScreen() {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const { answer, failure, again, heard } = useHeard(listDevices)
  const [sheet, setSheet] = useState<OpenSheet | null>(null)
  useRefresh({ again, heard }, refreshMs)
  const roles = user?.authority ?? []
  const canManage = hasScopedPermission(kind, roles, 'device.manage')
  const nowMs = answer ? fromInstant(answer.serverTime) : 0
  const close = () => {
    setSheet(null)
    again()
  }
  return (
    <ListFrame
      title={t('title')}
      tools={
        canManage && (
          <span className={common.actions}>
            {hasPermission(roles, 'school.settings') && (
              <Link to="/settings/$page" params={{ page: 'places' }} className={link.link}>
                {t('places.title')}
              </Link>
            )}
            <Button onClick={() => setSheet({ kind: 'code' })}>{t('code.make')}</Button>
          </span>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={answer?.devices.length === 0 ? { title: t('empty.title'), text: t('empty.text') } : undefined}
    >
      {hasScopedPermission(kind, roles, 'server.see') && (
        <RestoredServer mayRelease={hasScopedPermission(kind, roles, 'server.release')} />
      )}
      {!canManage && hasPermission(roles, 'device.manage') && <p>{t('deskOnly')}</p>}
      <ul className={css.list}>
        {answer &&
          byNeed(answer.devices, nowMs).map((device) => (
            <DeviceCard
              key={device.deviceId}
              device={device}
              nowMs={nowMs}
              onRevoke={canManage ? () => setSheet({ kind: 'revoke', device }) : undefined}
              onHandle={
                hasPermission(roles, 'alert.handle') ? (alert) => setSheet({ kind: 'handle', alert }) : undefined
              }
            />
          ))}
      </ul>
      {sheet?.kind === 'code' && <CodeSheet onClose={close} />}
      {sheet?.kind === 'revoke' && <RevokeSheet device={sheet.device} onClose={close} />}
      {sheet?.kind === 'handle' && <HandleSheet alert={sheet.alert} onClose={close} />}
    </ListFrame>
  )
}
