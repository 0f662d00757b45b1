import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { workQueues } from '#shared/students/student-next.rules.ts'
import type { StudentWork } from '#shared/students/student-work.contract.ts'
import { fetchQueues } from '../../enquiries/enquiries.api.ts'
import { listAsks, type WorkListName } from '../work-search.ts'
import css from './work.module.css'

/** A part is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

interface TabsProps {
  list: WorkListName
  /** Absent while nobody has answered yet. */
  counts: StudentWork['counts'] | undefined
}

/** The queues with how many wait in each, the documents one by one, and everything that was received. */
export function WorkTabs({ list, counts }: TabsProps) {
  const { t } = useTranslation('students.file')
  const format = useFormat()
  const may = useRights()
  const mayEnquiries = may('submissions.see')
  const { answer: enquiries } = useAnswer(
    useCallback(async () => (mayEnquiries ? fetchQueues() : undefined), [mayEnquiries]),
  )
  return (
    <nav className={css.tabs} aria-label={t('work.queues')}>
      {mayEnquiries && (
        <Link to="/enquiries" className={css.tab}>
          {t('work.queue.enquiries')}
          {enquiries && <span className={css.count}>{format.count(enquiries['to-answer'] + enquiries.due)}</span>}
        </Link>
      )}
      {[...workQueues, ...(['papers', 'received'] as const).filter((each) => may(listAsks[each]))].map((each) => (
        <Link
          key={each}
          to="/pre_admission"
          search={{ list: each }}
          replace
          activeOptions={exactly}
          aria-current={each === list ? 'page' : undefined}
          className={css.tab}
        >
          {t(`work.queue.${each}`)}
          {each !== 'received' && each !== 'papers' && counts && (
            <span className={css.count}>{format.count(counts[each])}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
