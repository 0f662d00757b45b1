import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { FileChoice } from './components/file-choice.tsx'
import css from './components/import.module.css'
import { JobView } from './components/job-view.tsx'
import { readJobs } from './student-import.api.ts'

const runningOf = ({ jobs }: Awaited<ReturnType<typeof readJobs>>) => jobs.filter(({ state }) => state === 'running')

/** Imports students from a file: shows the outcome of each row, then creates the new students. */
export function ImportScreen() {
  const { t } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const { answer, failure, again } = useJobs(readJobs, runningOf)
  const [chosen, setChosen] = useState<string>()
  const jobs = answer?.jobs ?? []
  const shown = jobs.find(({ id }) => id === chosen) ?? jobs[0]
  const others = jobs.filter((job) => job !== shown)
  return (
    <ListFrame
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      <FileChoice
        onRead={(id) => {
          setChosen(id)
          again()
        }}
      />
      {answer && jobs.length === 0 && <p className={css.soft}>{t('none')}</p>}
      {shown && <JobView key={shown.id} job={shown} onChanged={again} />}
      {others.length > 0 && (
        <section className={css.box} aria-label={t('latest')}>
          <h2>{t('latest')}</h2>
          <ul className={css.jobs}>
            {others.map(({ id, fileName, state }) => (
              <li key={id}>
                <Button kind="quiet" onClick={() => setChosen(id)}>
                  <bdi>{fileName}</bdi> – {t(`state.${state}`)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ListFrame>
  )
}
