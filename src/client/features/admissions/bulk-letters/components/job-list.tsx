import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import letters from '#client/features/letters/issued/components/letters-section.module.css'
import { useLetterText } from '#client/features/letters/issued/use-letter-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useRefresh } from '#client/platform/use-refresh.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import type { LetterJob } from '#shared/admissions/letter-job.contract.ts'
import { useJobFile } from '../hooks/use-job-file.ts'
import { changeJob, type JobFileKind } from '../letter-job.api.ts'
import css from './letter-jobs.module.css'
import { MissingValueList } from './missing-value-list.tsx'

interface JobFileProps {
  job: LetterJob
  /** Asks how far it is; another `heard` with each answer. */
  onAsk: () => void
  heard: number
}

const pollMs = 1000

/** What a job has issued as one file: to print, or a PDF for each letter. */
function JobFile({ job, onAsk, heard }: JobFileProps) {
  const { t } = useTranslation('letters.issued')
  const errorText = useErrorText()
  const [isTwoSided, setTwoSided] = useState(false)
  const { isPending, failure, save } = useJobFile(job.id)
  const print: JobFileKind = isTwoSided ? 'print-both-sides' : 'print'
  useRefresh({ again: onAsk, heard }, isPending ? pollMs : undefined)
  const button = (as: JobFileKind, words: string) => (
    <button type="button" className={letters.button} aria-disabled={isPending} onClick={() => void save(as)}>
      {words}
    </button>
  )
  return (
    <div className={css.file}>
      <div className={css.actions}>
        {button(print, t('jobs.print'))}
        {button('zip', t('jobs.save'))}
      </div>
      <label className={css.sides}>
        <input type="checkbox" checked={isTwoSided} onChange={(event) => setTwoSided(event.currentTarget.checked)} />
        <span>{t('jobs.bothSides')}</span>
      </label>
      <p className={common.soft}>{t('jobs.printHint')}</p>
      <div role="status">{isPending && <HowFar job={job} />}</div>
      {failure && (
        <div role="alert" className={css.file}>
          <p className={common.bad}>{errorText(failure.messageId)}</p>
          {failure.references.length > 0 && (
            <>
              <p>{t('jobs.failing', { count: failure.references.length })}</p>
              <ul className={css.references}>
                {failure.references.map((reference) => (
                  <li key={reference}>
                    <bdi dir="ltr">{reference}</bdi>
                  </li>
                ))}
              </ul>
              {failure.references.length < job.issued && (
                <div className={css.actions}>
                  <button type="button" className={letters.button} onClick={() => void save(failure.as, true)}>
                    {t('jobs.saveOthers')}
                  </button>
                </div>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function HowFar({ job: { making, issued } }: { job: LetterJob }) {
  const { t } = useTranslation('letters.issued')
  const format = useFormat()
  const { done, total } = making ?? { done: 0, total: issued }
  return (
    <>
      <p>{t('jobs.making', { done: format.count(done), total: format.count(total) })}</p>
      <JobProgress label={t('working')} done={done} total={total} />
    </>
  )
}

interface JobListProps {
  jobs: readonly LetterJob[]
  onChanged: () => void
  /** Another with each answer. */
  heard: number
}

/** The latest jobs, the newest first. */
export function JobList({ jobs, onChanged, heard }: JobListProps) {
  const { t } = useTranslation('letters.issued')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {t('jobs.latest')}
      </h2>
      {jobs.length === 0 && <p className={common.soft}>{t('jobs.none')}</p>}
      <ul className={common.list}>
        {jobs.map((job) => (
          <Job key={job.id} job={job} onChanged={onChanged} heard={heard} />
        ))}
      </ul>
    </section>
  )
}

function Job({ job, onChanged, heard }: { job: LetterJob } & Omit<JobListProps, 'jobs'>) {
  const { t } = useTranslation('letters.issued')
  const wordOf = useLetterText()
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, error } = useMutation(changeJob, { onSettled: onChanged })
  const { id, kind, state, total, issued, lackingCount, lacking, startedAt, by } = job
  return (
    <li className={letters.letter}>
      <p className={letters.head}>
        <strong>{wordOf(kind)}</strong>
        <span className={letters.chip}>{t(`jobs.state.${state}`)}</span>
      </p>
      <p className={common.soft}>
        {t('issuedBy', { at: format.dateTime(startedAt), name: `\u2068${pick(by.name)}\u2069` })}
      </p>
      <JobProgress label={t('jobs.progress')} done={issued + lackingCount} total={total} />
      <p>{t('jobs.done', { issued: format.count(issued), total: format.count(total) })}</p>
      {lackingCount > 0 && <MissingValueList lacking={lacking} count={lackingCount} />}
      {state !== 'done' && (
        <div className={css.actions}>
          <Button onClick={() => void mutate(id, state === 'stopped')}>
            {t(state === 'running' ? 'jobs.stop' : 'jobs.resume')}
          </Button>
        </div>
      )}
      {issued > 0 && state !== 'running' && <JobFile job={job} onAsk={onChanged} heard={heard} />}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}
