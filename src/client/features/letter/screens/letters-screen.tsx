import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame } from '#client/ui/list-frame.tsx'
import { readJobs } from '../letter-job.api.ts'
import { JobForm } from '../parts/job-form.tsx'
import { JobList } from '../parts/job-list.tsx'

const pollMs = 2000

/** Letters for whole lists: who would get one, how far each job is, and what came of it; below them what letters say. */
export function LettersScreen({ letters }: { letters: ReactNode }) {
  const { t } = useTranslation('issued-letters')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readJobs)
  const isRunning = answer?.jobs.some(({ state }) => state === 'running') ?? false
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(again, pollMs)
    return () => clearInterval(timer)
  }, [isRunning, again])
  return (
    <ListFrame
      title={t('jobs.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      <JobForm onStarted={again} />
      {answer && <JobList jobs={answer.jobs} onChanged={again} />}
      {letters}
    </ListFrame>
  )
}
