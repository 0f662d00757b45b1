import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Money } from '#client/ui/money.tsx'
import type { DeviceHealth } from '#shared/contract/device.ts'
import { deviceState } from '../device-state.ts'
import css from './device-card.module.css'

/** What the server can say of what is missing; kinds it learns later are shown as they are. */
const alertKinds = ['lost-operations', 'broken-chain', 'withheld-operations'] as const
const isKnownAlert = (kind: string): kind is (typeof alertKinds)[number] =>
  (alertKinds as readonly string[]).includes(kind)

function Troubles({ device }: { device: DeviceHealth }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const pick = useBilingual()
  if (device.alerts.length + device.missing.length + device.closed.length === 0) return null
  return (
    <ul className={css.troubles}>
      {device.alerts.map((alert) => (
        <li key={`${alert.kind} ${alert.at}`}>
          {isKnownAlert(alert.kind) ? t(`alert.${alert.kind}`, { count: alert.count }) : alert.kind}{' '}
          <bdi className={css.soft}>{format.dateTime(alert.at)}</bdi>
        </li>
      ))}
      {device.closed.map((entry) => (
        <li key={`closed ${entry.seq} ${entry.at}`}>
          {t(entry.isEnteredAgain ? 'closed.again' : 'closed.reason', { seq: entry.seq })}{' '}
          {!entry.isEnteredAgain && <bdi>{entry.reason}</bdi>}{' '}
          <span className={css.soft}>
            {entry.by && (
              <>
                <bdi>{pick(entry.by)}</bdi> ·{' '}
              </>
            )}
            <bdi>{format.dateTime(entry.at)}</bdi>
          </span>
        </li>
      ))}
      {device.missing.map(({ stream, from, to }) => (
        <li key={`${stream} ${from}`}>
          {t('missing')}{' '}
          <bdi dir="ltr" className="num">
            {from === to ? from : `${from}–${to}`}
          </bdi>
        </li>
      ))}
    </ul>
  )
}

interface DeviceCardProps {
  device: DeviceHealth
  nowMs: number
  onRevoke: (() => void) | undefined
}

export function DeviceCard({ device, nowMs, onRevoke }: DeviceCardProps) {
  const { t } = useTranslation('devices')
  const pick = useBilingual()
  const format = useFormat()
  const state = deviceState(device, nowMs)
  const { till } = device
  return (
    <li className={css.card} data-state={state}>
      <div className={css.head}>
        <h2 className={css.name}>
          <bdi>{pick(till.name)}</bdi>
        </h2>
        <span className={css.state}>{t(`state.${state}`)}</span>
      </div>
      <p className={css.soft}>
        <bdi>{pick(till.site)}</bdi> · <bdi dir="ltr">{`${till.siteCode}-${till.tillCode}-${device.epoch}`}</bdi>
      </p>
      <dl className={css.facts}>
        <dt>{t('unsent')}</dt>
        <dd>
          <bdi className="num">{format.count(device.unsentCount)}</bdi> · <Money minor={device.unsentMinor} />
        </dd>
        <dt>{t('oldest')}</dt>
        <dd>{device.oldestUnsentAt ? format.ago(device.oldestUnsentAt, nowMs) : '–'}</dd>
        <dt>{t('contact')}</dt>
        <dd>{device.lastContactAt ? format.ago(device.lastContactAt, nowMs) : t('never')}</dd>
        <dt>{t('paired')}</dt>
        <dd>{format.day(device.pairedAt)}</dd>
        {device.appVersion && (
          <>
            <dt>{t('version')}</dt>
            <dd>
              <bdi dir="ltr">{device.appVersion}</bdi>
            </dd>
          </>
        )}
      </dl>
      <Troubles device={device} />
      {onRevoke && !device.revokedAt && (
        <Button variant="subtle" color="red" onClick={onRevoke}>
          {t('revoke.open')}
        </Button>
      )}
    </li>
  )
}
