import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ask } from '#client/platform/http.ts'
import { useNow } from '#client/platform/use-now.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import { type GenerationReport, readGeneration, releaseServer } from '#shared/sync/server-state.contract.ts'

const fetchGeneration = async () => (await ask(readGeneration, {})).report
const release = (generation: string) => ask(releaseServer, { generation })

const refreshMs = 15_000
/** How long a restore is shown after a person has gone on: devices come back for days. */
const shownMs = 7 * dayMs

/** Says that the server was restored, how far the devices have come, and lets a person go on. Nothing where there was no restore. */
export function RestoredServer({ mayRelease }: { mayRelease: boolean }) {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const now = useNow(refreshMs)
  const { answer: report, again, heard } = useHeard(fetchGeneration)
  useRefresh({ again, heard }, refreshMs)
  const { mutate, isPending, error } = useMutation(release, { onSuccess: again })
  if (!report || !isShown(report, now)) return null
  return (
    <InlineNotice tone={report.isHeld ? 'warning' : 'info'} isBoxed>
      <h3>{t(report.isHeld ? 'restored.held' : 'restored.released')}</h3>
      <Facts report={report} />
      {report.isHeld && <p>{t('restored.still')}</p>}
      {report.isHeld && mayRelease && (
        <Button loading={isPending} onClick={() => void mutate(report.generation)}>
          {t('restored.goOn')}
        </Button>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </InlineNotice>
  )
}

function Facts({ report }: { report: GenerationReport }) {
  const { t } = useTranslation('sync.devices')
  const format = useFormat()
  const { since, cause, dataAsOf, devices, cameBack, lost } = report
  const asOf = dataAsOf ? t('restored.asOf', { time: format.dateTime(dataAsOf) }) : t('restored.unknownAge')
  return (
    <>
      <p>
        {t(`restored.cause.${cause === 'device-ahead' || cause === 'moved-database' ? 'noticed' : 'command'}`, {
          time: format.dateTime(since),
        })}{' '}
        {asOf}
      </p>
      <p>
        {t('restored.reported', { count: devices.total, n: devices.reported })}{' '}
        {t('restored.cameBack', { count: cameBack })} {lost > 0 && t('restored.lost', { count: lost })}
      </p>
    </>
  )
}

const isShown = ({ cause, isHeld, releasedAt }: GenerationReport, nowMs: number): boolean =>
  cause !== 'first-start' && (isHeld || (releasedAt !== null && nowMs - fromInstant(releasedAt) < shownMs))
