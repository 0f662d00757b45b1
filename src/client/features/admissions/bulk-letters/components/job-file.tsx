import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import letters from '#client/features/letters/issued/components/letters-section.module.css'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useRefresh } from '#client/platform/use-refresh.ts'
import common from '#client/ui/common.module.css'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import type { LetterJob } from '#shared/admissions/letter-job.contract.ts'
import { useJobFile } from '../hooks/use-job-file.ts'
import type { JobFileKind } from '../letter-job.api.ts'
import css from './letter-jobs.module.css'

interface JobFileProps {
  job: LetterJob
  /** Asks how far it is; another `heard` with each answer. */
  onAsk: () => void
  heard: number
}

const pollMs = 1000

/** What a job has issued as one file: to print, or a PDF for each letter. */
export function JobFile({ job, onAsk, heard }: JobFileProps) {
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
