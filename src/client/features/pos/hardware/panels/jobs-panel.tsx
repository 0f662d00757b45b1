// chunk: hardware-sheet
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { printJobsAtom } from '#client/platform/hardware/hardware-settings.ts'
import { dropJob, printAgain, runQueue } from '#client/platform/hardware/printing.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { PrintJobRow } from '#local/storage/printing-db.ts'
import { drawerLog, idOfDocument } from '../drawer-log.ts'
import css from './panel.module.css'

function Job({ job }: { job: PrintJobRow }) {
  const { t } = useTranslation('pos.hardware')
  const format = useFormat()
  const { mutate, isPending } = useMutation((work: () => Promise<void>) => work())
  const { id, doc, state, why, copyNo, atMs, picture } = job
  const isUnderWay = why === 'under-way'
  return (
    <li data-job={doc} data-print-state={state}>
      <span className={css.doc}>
        <bdi dir="auto">{doc}</bdi> {copyNo > 0 && <small>{t('jobs.copyNo', { no: copyNo })}</small>}
      </span>
      <bdi dir="ltr">{format.time(atMs)}</bdi>
      <span className={css.state} data-bad={(why !== null && !isUnderWay) || undefined}>
        {isUnderWay ? t('why.under-way') : t(`state.${state}`)}
        {why && !isUnderWay && <small> {t(`why.${why}`)}</small>}
      </span>
      {state === 'queued' && (
        <>
          <Button isWorking={isPending} onClick={() => void mutate(runQueue)}>
            {t('jobs.retry')}
          </Button>
          <Button kind="quiet" onClick={() => void mutate(() => dropJob(id))}>
            {t('jobs.drop')}
          </Button>
        </>
      )}
      {state !== 'queued' && picture && !isUnderWay && (
        <Button isWorking={isPending} onClick={() => void mutate(() => printAgain(id, drawerLog, idOfDocument))}>
          {t('jobs.again')}
        </Button>
      )}
    </li>
  )
}

/** The latest prints of this device, each with what is known of it. */
export function JobsPanel() {
  const { t } = useTranslation('pos.hardware')
  const jobs = useAtomValue(printJobsAtom)
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {t('jobs.title')}
      </h3>
      {jobs.length === 0 ? (
        <p className={common.softLine}>{t('jobs.none')}</p>
      ) : (
        <ul className={css.jobs}>
          {jobs.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}
