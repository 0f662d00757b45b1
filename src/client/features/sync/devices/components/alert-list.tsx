import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { DeviceAlert, DeviceHealth } from '#shared/sync/device-health.contract.ts'
import css from './device-card.module.css'

/** What the server can say of what is missing; kinds it learns later are shown as they are. */
const alertKinds = ['lost-operations', 'broken-chain', 'withheld-operations', 'stuck-operations'] as const
const isKnownAlert = (kind: string): kind is (typeof alertKinds)[number] =>
  (alertKinds as readonly string[]).includes(kind)

/** Sequence numbers of a stream, as people read them. */
export function Numbers({ from, to }: Pick<DeviceAlert['missing'][number], 'from' | 'to'>) {
  return (
    <bdi dir="ltr" className="num">
      {from === to ? from : `${from}–${to}`}
    </bdi>
  )
}

/** What an alert says, and when it was raised. */
export function AlertText({ alert }: { alert: DeviceAlert }) {
  const { t } = useTranslation('sync.devices')
  const format = useFormat()
  return (
    <>
      {isKnownAlert(alert.kind) ? t(`alert.${alert.kind}`, { count: alert.count }) : alert.kind}{' '}
      <bdi className={css.soft}>{format.dateTime(alert.at)}</bdi>
      {alert.missing.map((numbers) => (
        <div key={`${numbers.stream} ${numbers.from}`}>
          {t('missing')} <Numbers {...numbers} />
        </div>
      ))}
    </>
  )
}

interface OpenAlertProps {
  alert: DeviceAlert
  /** Left out where this person may not. */
  onHandle: ((alert: DeviceAlert) => void) | undefined
}

export function OpenAlert({ alert, onHandle }: OpenAlertProps) {
  const { t } = useTranslation('sync.devices')
  return (
    <li>
      <AlertText alert={alert} />
      {onHandle && (
        <Button variant="default" className={css.handle} onClick={() => onHandle(alert)}>
          {t('handle.open')}
        </Button>
      )}
    </li>
  )
}

/** What somebody has dealt with: out of the way, and there for the person who asks. */
export function HandledAlerts({ alerts }: { alerts: readonly DeviceAlert[] }) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const format = useFormat()
  if (alerts.length === 0) return null
  return (
    <details className={css.handled}>
      <summary>{t('handle.past', { count: alerts.length })}</summary>
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertText alert={alert} />
            {alert.handled && (
              <p className={css.soft}>
                {t('handle.by')} <bdi>{pick(alert.handled.by)}</bdi> · <bdi>{format.dateTime(alert.handled.at)}</bdi>
              </p>
            )}
            {alert.handled?.note && (
              <p>
                <bdi>{alert.handled.note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a person has closed on the device: it will not come, and why. */
export function ClosedEntry({ entry }: { entry: DeviceHealth['closed'][number] }) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <li>
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
  )
}
