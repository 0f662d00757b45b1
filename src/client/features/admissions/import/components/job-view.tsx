import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import type { ImportJob } from '#shared/admissions/import/student-import.contract.ts'
import { bringIn, saveRefused } from '../student-import.api.ts'
import css from './import.module.css'
import { RowList } from './row-list.tsx'

interface JobProps {
  job: ImportJob
  onChanged: () => void
}

/** One file: what would become of its rows, how far it is, what came of it. */
export function JobView({ job, onChanged }: JobProps) {
  const { t } = useTranslation('admissions.import')
  const format = useFormat()
  const pick = useBilingual()
  const { counts, state, total, brought } = job
  const numbers = [
    ['total', total],
    ['new', counts.new],
    ['known', counts.known],
    ['refused', counts.refused],
    ['joined', job.joined],
    ['siblings', job.siblings],
  ] as const
  const listed = (heads: readonly string[]) => heads.map((head) => `\u2068${head}\u2069`).join(' · ')
  return (
    <section className={css.box} aria-label={job.fileName}>
      <h2>
        <bdi>{job.fileName}</bdi>
      </h2>
      <p role="status">{t(`state.${state}`)}</p>
      <p className={css.soft}>
        {t('read', { at: format.dateTime(job.startedAt), name: `\u2068${pick(job.by.name)}\u2069` })}
      </p>
      <dl className={css.counts}>
        {numbers.map(([key, count]) => (
          <div key={key}>
            <dt>{t(`count.${key}`)}</dt>
            <dd>{format.count(count)}</dd>
          </div>
        ))}
      </dl>
      {job.unknownHeads.length > 0 && <p>{t('unknownHeads', { heads: listed(job.unknownHeads) })}</p>}
      {job.unusedHeads.length > 0 && <p className={css.soft}>{t('unusedHeads', { heads: listed(job.unusedHeads) })}</p>}
      <p className={css.soft}>{t(`dayOrder.${job.dayOrder}`)}</p>
      {job.asksIdentity > 0 && <p>{t('asksIdentity', { count: job.asksIdentity })}</p>}
      {state !== 'judged' && (
        <>
          <JobProgress label={t('progress')} done={brought} total={counts.new} />
          <p>{t('done', { brought: format.count(brought), total: format.count(counts.new) })}</p>
        </>
      )}
      <Actions job={job} onChanged={onChanged} />
      <RowList key={job.id} job={job} />
    </section>
  )
}

function Actions({ job: { id, state, counts, brought }, onChanged }: JobProps) {
  const { t, i18n } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(bringIn, { onSettled: onChanged })
  return (
    <>
      <div className={css.actions}>
        {(state === 'judged' || state === 'stopped') && counts.new > 0 && (
          <Button kind="main" isWorking={isPending} onClick={() => void mutate(id, true)}>
            {t(state === 'judged' ? 'bring' : 'resume')}
          </Button>
        )}
        {state === 'running' && (
          <Button isWorking={isPending} onClick={() => void mutate(id, false)}>
            {t('stop')}
          </Button>
        )}
        {counts.refused > 0 && (
          <SaveButton
            className={css.save}
            problemClass={common.bad}
            working={t('working')}
            onSave={() => saveRefused(id, i18n.language === 'ar' ? 'ar' : 'en')}
          >
            {t('saveRefused')}
          </SaveButton>
        )}
        {brought > 0 && <Link to="/dashboard">{t('toList')}</Link>}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
