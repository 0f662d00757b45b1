import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useNow } from '#client/platform/use-now.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import common from '#client/ui/common.module.css'
import facts from '#client/ui/tables/facts.module.css'
import type { FaceDevice } from '#shared/faces/face-report.contract.ts'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import css from './components/desk-page.module.css'
import { DeskPage } from './components/desk-page.tsx'
import { listHolders } from './face-desk.api.ts'

const refreshMs = 15_000

/** Which device holds which faces: what it said itself, and when its own word runs out. */
export function HoldersScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again, heard } = useHeard(listHolders)
  const nowMs = useNow(minuteMs)
  useRefresh({ again, heard }, refreshMs)
  return (
    <DeskPage
      place="devices"
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={answer?.length === 0 ? { title: t('devices.empty.title'), text: t('devices.empty.text') } : undefined}
    >
      {answer && answer.length > 0 && <p className={css.lead}>{t('devices.lead')}</p>}
      <ul className={common.list}>
        {answer?.map((device) => (
          <Holder key={device.deviceId} device={device} nowMs={nowMs} />
        ))}
      </ul>
    </DeskPage>
  )
}

/** `over`: it deleted everything by itself, whether or not it was heard. */
const stateOf = ({ isCurrent, expiresAt, count }: FaceDevice, nowMs: number) => {
  if (count > 0 && fromInstant(expiresAt) <= nowMs) return 'over'
  return isCurrent ? 'current' : 'behind'
}

const tones = { current: 'good', behind: 'warn', over: 'warn' } as const

function Holder({ device, nowMs }: { device: FaceDevice; nowMs: number }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const { till, version, count, heardAt, expiresAt } = device
  const state = stateOf(device, nowMs)
  return (
    <li className={css.card} data-tone={tones[state]}>
      <h2>
        <bdi>{pick(till.name)}</bdi>
      </h2>
      <p className={common.soft}>
        <bdi>{pick(till.site)}</bdi> · <bdi dir="ltr">{`${till.siteCode}-${till.tillCode}`}</bdi>
      </p>
      <p className={css.tone}>{t(`devices.state.${state}`)}</p>
      <dl className={facts.facts}>
        <dt>{t('devices.count')}</dt>
        <dd className="num">{format.count(count)}</dd>
        <dt>{t('devices.version')}</dt>
        <dd className="num">{format.count(version)}</dd>
        <dt>{t('devices.heard')}</dt>
        <dd>{format.ago(heardAt, nowMs)}</dd>
        {count > 0 && (
          <>
            <dt>{t('devices.expires')}</dt>
            <dd>{format.dateTime(expiresAt)}</dd>
          </>
        )}
      </dl>
    </li>
  )
}
