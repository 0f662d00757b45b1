import { useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/list-frame.module.css'
import { ListFrame } from '#client/ui/list-frame.tsx'
import { studentWork } from '#shared/contract/student-work.ts'
import type { WorkQueue } from '#shared/rules/student-next.rules.ts'
import { DueFiles } from '../parts/due-files.tsx'
import { LastDataNote } from '../parts/last-data-note.tsx'
import { WorkTable } from '../parts/work-table.tsx'
import { WorkTabs } from '../parts/work-tabs.tsx'
import { useRights } from '../use-rights.ts'
import { useWork } from '../use-work.ts'
import { listAsks, readWorkList } from '../work-search.ts'

interface WorkProps {
  /** Everything that families have handed in, as a list of its own. */
  Received: ComponentType
  /** The documents that wait for somebody, one by one. */
  Papers: ComponentType
}

/** What waits for the desk, queue by queue, the documents one by one, and everything that was received. */
export function WorkScreen({ Received, Papers }: WorkProps) {
  const list = readWorkList(useSearch({ from: '/_authenticated/pre_admission' }))
  const may = useRights()
  if (list !== 'received' && list !== 'papers') return <Queue queue={list} />
  if (!may(listAsks[list])) return <Queue queue="due-today" />
  return <Other list={list} Shown={list === 'received' ? Received : Papers} />
}

function Other({ list, Shown }: { list: 'papers' | 'received'; Shown: ComponentType }) {
  const { counts } = useWork('due-today')
  return (
    <>
      <WorkTabs list={list} counts={counts} />
      <Shown />
    </>
  )
}

function Queue({ queue }: { queue: WorkQueue }) {
  const { t } = useTranslation('student-file')
  const errorText = useErrorText()
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
