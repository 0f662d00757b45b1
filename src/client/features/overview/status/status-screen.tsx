import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RestoredServer } from '#client/features/sync/restored-server/restored-server.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ask } from '#client/platform/http.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import { readServerStatus, type ServerStatus } from '#shared/overview/server-status.contract.ts'
import { StatusDevices } from './status-devices.tsx'
import { Fact, Section } from './status-facts.tsx'
import { listProblems } from './status-problems.ts'
import css from './status-screen.module.css'

/** Asks for the state of the server. */
const fetchStatus = async (): Promise<ServerStatus> => (await ask(readServerStatus, {})).status

const refreshMs = 30_000
const mib = 2 ** 20

/** State of the server, for the people who look after it: one sentence, then what stands behind it. */
export function StatusScreen() {
  const { t } = useTranslation('overview.status')
  const errorText = useErrorText()
  const { answer: status, failure, again, heard } = useHeard(fetchStatus)
  useRefresh({ again, heard }, refreshMs)
  return (
    <ListFrame
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={status || failure ? undefined : t('loading')}
    >
      {status && <Status status={status} />}
    </ListFrame>
  )
}

function Status({ status }: { status: ServerStatus }) {
  const { t } = useTranslation('overview.status')
  const problems = listProblems(status)
  return (
    <>
      <InlineNotice tone={problems.length === 0 ? 'success' : 'warning'} isBoxed>
        <p className={css.sentence}>{problems.length === 0 ? t('well') : t('problems', { count: problems.length })}</p>
        {problems.length > 0 && (
          <ul className={css.problems}>
            {problems.map((problem) => (
              <li key={problem}>{t(`problem.${problem}`)}</li>
            ))}
          </ul>
        )}
      </InlineNotice>
      <RestoredServer mayRelease />
      <Copies {...status} />
      <Certificate {...status} />
      <Keys {...status} />
      <StatusDevices {...status} />
      <Mails {...status} />
      <Server {...status} />
      <Section title={t('programs.title')}>
        <Fact name={t('programs.more')}>
          <Link to="/settings/programs" className={link.link}>
            {t('programs.link')}
          </Link>
        </Fact>
      </Section>
      <Section title={t('breaches.title')}>
        <Fact name={t('breaches.more')}>
          <Link to="/data-breaches" className={link.link}>
            {t('breaches.link')}
          </Link>
        </Fact>
      </Section>
    </>
  )
}

function Copies({ copies, now }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  const { verified, last, isScheduled, maxAgeHours } = copies
  return (
    <Section title={t('copies.title')}>
      <Fact name={t('copies.verified')}>
        {verified
          ? `${format.dateTime(verified.dataAsOf)} · ${format.ago(verified.dataAsOf, fromInstant(now))}`
          : t('copies.never')}
      </Fact>
      {verified && (
        <>
          <Fact name={t('copies.place')}>{t(`copies.target.${verified.target}`)}</Fact>
          <Fact name={t('copies.size')}>{t('megabytes', { size: format.count(Math.ceil(verified.bytes / mib)) })}</Fact>
          <Fact name={t('copies.keys')}>{t(verified.hasKeys ? 'copies.withKeys' : 'copies.withoutKeys')}</Fact>
        </>
      )}
      <Fact name={t('copies.last')}>
        {last ? t(`copies.${endOf(last.failure)}`, { time: format.dateTime(last.endedAt) }) : '–'}
      </Fact>
      <Fact name={t('copies.schedule')}>
        {t(isScheduled ? 'copies.scheduled' : 'copies.byHand', { hours: format.count(maxAgeHours) })}
      </Fact>
    </Section>
  )
}

function Certificate({ certificate, now }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  if (certificate === null) return null
  const { host, state, until, checkedAt } = certificate
  const isValid = state === 'good' || state === 'ends-soon'
  const days = until === null ? 0 : Math.max(0, Math.floor((fromInstant(until) - fromInstant(now)) / dayMs))
  return (
    <Section title={t('certificate.title')}>
      <Fact name={t('certificate.host')}>
        <bdi>{host}</bdi>
      </Fact>
      <Fact name={t('certificate.state')}>
        {isValid ? t('certificate.left', { count: days }) : t(`certificate.${state}`)}
      </Fact>
      {until !== null && <Fact name={t('certificate.until')}>{format.dateTime(until)}</Fact>}
      {checkedAt !== null && <Fact name={t('certificate.checked')}>{format.ago(checkedAt, fromInstant(now))}</Fact>}
    </Section>
  )
}

function Keys({ keys: { count, older, lost, schools } }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  const need = () => {
    if (older + lost > 0) return t('keys.needed', { count: older + lost })
    return schools > 0 ? t('keys.neededBySchools', { count: schools }) : t('keys.unneeded')
  }
  return (
    <Section title={t('keys.title')}>
      <Fact name={t('keys.count')}>{format.count(count)}</Fact>
      {count > 1 && <Fact name={t('keys.older')}>{need()}</Fact>}
      {lost > 0 && <Fact name={t('keys.lost')}>{format.count(lost)}</Fact>}
    </Section>
  )
}

function Mails({ mails, now }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  return (
    <Section title={t('mails.title')}>
      <Fact name={t('mails.waiting')}>{format.count(mails.waiting)}</Fact>
      <Fact name={t('mails.oldest')}>{mails.oldest === null ? '–' : format.ago(mails.oldest, fromInstant(now))}</Fact>
    </Section>
  )
}

function Server({ release, startedAt, database }: ServerStatus) {
  const { t } = useTranslation('overview.status')
  const format = useFormat()
  return (
    <Section title={t('server.title')}>
      <Fact name={t('server.release')}>
        <bdi>{release || '–'}</bdi>
      </Fact>
      <Fact name={t('server.startedAt')}>{format.dateTime(startedAt)}</Fact>
      <Fact name={t('server.database')}>
        {t(`server.${database.kind}`)} · {t('megabytes', { size: format.count(Math.ceil(database.bytes / mib)) })}
      </Fact>
    </Section>
  )
}

/** How a backup ended, as the words name it. */
const endOf = (failure: string | null) => (failure === null ? 'good' : failure === 'disk-full' ? 'full' : 'failed')
