import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Money } from '#client/ui/tables/money.tsx'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { dayMs, hourMs, minuteMs } from '#shared/kernel/time.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'
import { conditionTroubles } from '#shared/sync/device-condition.rules.ts'
import type { DeviceAlert, DeviceHealth } from '#shared/sync/device-health.contract.ts'
import { useConditionText } from '../hooks/use-condition-text.ts'
import { deviceState, openAlerts } from '../device-state.ts'
import { ClosedEntry, HandledAlerts, Numbers, OpenAlert } from './alert-list.tsx'
import css from './device-card.module.css'

/** "3 days", in the largest whole unit. */
function duration(ms: number, lng: string): string {
  const [unit, unitMs] = durationUnits.find(([, each]) => Math.abs(ms) >= each) ?? ['minute', minuteMs]
  const format = new Intl.NumberFormat(localeOf(lng), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.floor(Math.abs(ms) / unitMs))
}

const durationUnits = [
  ['day', dayMs],
  ['hour', hourMs],
] as const

interface TroublesProps {
  device: DeviceHealth
  nowMs: number
  onHandle: ((alert: DeviceAlert) => void) | undefined
}

function Troubles({ device, nowMs, onHandle }: TroublesProps) {
  const { t, i18n } = useTranslation('sync.devices')
  const open = openAlerts(device)
  const offsetMs = device.clockOffsetMs ?? 0
  const isOff = isClockOff(offsetMs)
  const troubles = conditionTroubles(device.condition, nowMs)
  if (open.length + device.missing.length + device.closed.length + troubles.length === 0 && !isOff) return null
  return (
    <ul className={css.troubles}>
      {open.map((alert) => (
        <OpenAlert key={alert.id} alert={alert} onHandle={onHandle} />
      ))}
      {isOff && <li>{t(offsetMs < 0 ? 'clock.ahead' : 'clock.behind', { by: duration(offsetMs, i18n.language) })}</li>}
      {troubles.map((trouble) => (
        <li key={trouble}>{t(`condition.trouble.${trouble}`)}</li>
      ))}
      {device.closed.map((entry) => (
        <ClosedEntry key={`closed ${entry.seq} ${entry.at}`} entry={entry} />
      ))}
      {device.missing.map((numbers) => (
        <li key={`${numbers.stream} ${numbers.from}`}>
          {t('missing')} <Numbers {...numbers} />
        </li>
      ))}
    </ul>
  )
}

interface DeviceCardProps {
  device: DeviceHealth
  nowMs: number
  onRevoke: (() => void) | undefined
  onHandle: ((alert: DeviceAlert) => void) | undefined
}

export function DeviceCard({ device, nowMs, onRevoke, onHandle }: DeviceCardProps) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const format = useFormat()
  const text = useConditionText()
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
        <dt>{t('condition.storage')}</dt>
        <dd>{text.storage(device.condition)}</dd>
        <dt>{t('condition.printer')}</dt>
        <dd>{text.printer(device.condition)}</dd>
        {device.condition && (
          <>
            <dt>{t('condition.reported')}</dt>
            <dd>{format.ago(device.condition.reportedAt, nowMs)}</dd>
          </>
        )}
        {device.appVersion && (
          <>
            <dt>{t('version')}</dt>
            <dd>
              <bdi dir="ltr">{device.appVersion}</bdi>
            </dd>
          </>
        )}
      </dl>
      <Troubles device={device} nowMs={nowMs} onHandle={onHandle} />
      <HandledAlerts alerts={device.alerts.filter(({ handled }) => handled !== null)} />
      {onRevoke && !device.revokedAt && (
        <Button variant="subtle" color="red" onClick={onRevoke}>
          {t('revoke.open')}
        </Button>
      )}
    </li>
  )
}
