import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConditionText } from '#client/features/sync/devices/hooks/use-condition-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import link from '#client/ui/link.module.css'
import table from '#client/ui/tables/list-table.module.css'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import type { ServerStatus, StatusDevice } from '#shared/overview/server-status.contract.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'
import { conditionTroubles } from '#shared/sync/device-condition.rules.ts'
import { Fact, Section } from './status-facts.tsx'
import css from './status-screen.module.css'

/** Tills and desks of the school: their sums, then each with what the server knows of it and what it says of itself. */
export function StatusDevices({ devices, now }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  const nowMs = fromInstant(now)
  return (
    <Section
      title={t('devices.title')}
      below={devices.list.length > 0 && <DeviceTable list={devices.list} nowMs={nowMs} />}
    >
      <Fact name={t('devices.total')}>{format.count(devices.total)}</Fact>
      <Fact name={t('devices.unsent')}>
        {devices.unsent === 0
          ? t('devices.none')
          : t('devices.some', { count: devices.unsent, operations: format.count(devices.unsentOperations) })}
      </Fact>
      <Fact name={t('devices.silent')}>
        {devices.longestSilentSince === null ? '–' : format.ago(devices.longestSilentSince, nowMs)}
      </Fact>
      <Fact name={t('devices.more')}>
        <Link to="/pos/devices" className={link.link}>
          {t('devices.link')}
        </Link>
      </Fact>
    </Section>
  )
}

function DeviceTable({ list, nowMs }: { list: readonly StatusDevice[]; nowMs: number }) {
  const { t } = useTranslation('overview.status')
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {(['device', 'seen', 'unsent', 'storage', 'printer', 'version'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`devices.head.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((device) => (
          <DeviceRow key={device.deviceId} device={device} nowMs={nowMs} />
        ))}
      </tbody>
    </table>
  )
}

function DeviceRow({ device, nowMs }: { device: StatusDevice; nowMs: number }) {
  const { t } = useTranslation('overview.status')
  const pick = useBilingual()
  const format = useFormat()
  const text = useConditionText()
  const { till, condition, unsentCount, oldestUnsentAt, lastContactAt, clockOffsetMs } = device
  const troubles = conditionTroubles(condition, nowMs)
  const isPrinterBad = troubles.some((trouble) => trouble !== 'storage-full')
  return (
    <tr data-device={till.tillCode}>
      <th scope="row">
        <bdi>{pick(till.name)}</bdi>
        <small>
          <bdi>{pick(till.site)}</bdi>
        </small>
      </th>
      <td>
        <Head of="seen" />
        {lastContactAt === null ? t('devices.never') : format.ago(lastContactAt, nowMs)}
      </td>
      <td>
        <Head of="unsent" />
        {format.count(unsentCount)}
        {oldestUnsentAt !== null && <small>{format.ago(oldestUnsentAt, nowMs)}</small>}
      </td>
      <td data-bad={troubles.includes('storage-full') || undefined}>
        <Head of="storage" />
        {text.storage(condition)}
        {condition && <small>{t('devices.reported', { ago: format.ago(condition.reportedAt, nowMs) })}</small>}
      </td>
      <td data-bad={isPrinterBad || undefined}>
        <Head of="printer" />
        {text.printer(condition)}
      </td>
      <td>
        <Head of="version" />
        <bdi dir="ltr">{device.appVersion ?? '–'}</bdi>
        {clockOffsetMs !== null && isClockOff(clockOffsetMs) && (
          <small data-bad>
            {t('devices.clockOff', { minutes: format.count(Math.round(Math.abs(clockOffsetMs) / minuteMs)) })}
          </small>
        )}
      </td>
    </tr>
  )
}

/** On a phone, where the table has no head: what the line is about. */
function Head({ of }: { of: 'seen' | 'unsent' | 'storage' | 'printer' | 'version' }) {
  const { t } = useTranslation('overview.status')
  return <span className={css.head}>{t(`devices.head.${of}`)}</span>
}
