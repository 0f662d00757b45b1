import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { letterJobs } from '#shared/admissions/letter-job.contract.ts'
import { letterTemplates } from '#shared/letters/letter-template.contract.ts'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { JobForm } from './components/job-form.tsx'
import { JobList } from './components/job-list.tsx'
import { readJobs } from './letter-job.api.ts'

const runningOf = ({ jobs }: Awaited<ReturnType<typeof readJobs>>) => jobs.filter(({ state }) => state === 'running')

/** Letters for whole lists: who would get one, how far each job is, and what came of it; below them what letters say. */
export function LettersScreen({ letters }: { letters: ReactNode }) {
  const { t } = useTranslation('letters.issued')
  const errorText = useErrorText()
  const { answer, failure, again, heard } = useJobs(readJobs, runningOf)
  return (
    <ListFrame
      title={t('jobs.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      {/* Its words are another screen's: they may come a moment later. */}
      <Suspense fallback={null}>
        <LastDataNote of={[letterJobs.path, letterTemplates.path]} />
      </Suspense>
      <JobForm onStarted={again} />
      {answer && <JobList jobs={answer.jobs} onChanged={again} heard={heard} />}
      {letters}
    </ListFrame>
  )
}
