import { Link, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import link from '#client/ui/link.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { documentQueue } from '#shared/documents/document-work.contract.ts'
import { submissionList } from '#shared/forms/submission.contract.ts'
import type { WorkQueue } from '#shared/students/student-next.rules.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { WorkTable } from './components/work-table.tsx'
import { WorkTabs } from './components/work-tabs.tsx'
import { useWork } from './hooks/use-work.ts'
import { listAsks, readWorkList } from './work-search.ts'

interface WorkProps {
  /** Everything that families have handed in, as a list of its own. */
  Received: ComponentType
  /** The documents that wait for somebody, one by one. */
  Papers: ComponentType
  /** The closed files that have been kept for as long as the school says. */
  DueFiles: ComponentType
}

/** What waits for the desk, queue by queue, the documents one by one, and everything that was received. */
export function WorkScreen({ Received, Papers, DueFiles }: WorkProps) {
  const list = readWorkList(useSearch({ from: '/_authenticated/pre_admission' }))
  const may = useRights()
  if (list !== 'received' && list !== 'papers') return <Queue queue={list} DueFiles={DueFiles} />
  if (!may(listAsks[list])) return <Queue queue="due-today" DueFiles={DueFiles} />
  return <Other list={list} Shown={list === 'received' ? Received : Papers} />
}

function Other({ list, Shown }: { list: 'papers' | 'received'; Shown: ComponentType }) {
  const { counts } = useWork('due-today')
  return (
    <>
      <WorkTabs list={list} counts={counts} />
      <LastDataNote of={[studentWork.path, list === 'papers' ? documentQueue.path : submissionList.path]} />
      <Shown />
    </>
  )
}

function Queue({ queue, DueFiles }: { queue: WorkQueue; DueFiles: ComponentType }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const may = useRights()
  const { counts, today, rows, next, isLoading, failure, retry, again, more } = useWork(queue)
  return (
    <>
      <WorkTabs list={queue} counts={counts} />
      <ListFrame
        title={t('work.title')}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
        loading={!rows && !failure ? t('loading') : undefined}
        empty={rows?.length === 0 ? { title: t('work.empty.title'), text: t('work.empty.text') } : undefined}
      >
        <LastDataNote of={[studentWork.path]} />
        <DueFiles />
        <p>{t(`work.about.${queue}`)}</p>
        {rows?.length === 0 && may(listAsks.received) && (
          <p>
            {t('work.empty.received')}{' '}
            <Link to="/pre_admission" search={{ list: 'received' }} className={link.link}>
              {t('work.queue.received')}
            </Link>
          </p>
        )}
        {rows && today && rows.length > 0 && <WorkTable rows={rows} today={today} onChanged={again} />}
        {next && (
          <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
            {t('timeline.more')}
          </button>
        )}
      </ListFrame>
    </>
  )
}
