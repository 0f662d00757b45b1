import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { useWaitlistText } from '../hooks/use-waitlist-text.ts'
import { readWaiting, type WaitingChildren } from '../waiting.api.ts'
import css from './waiting-sheet.module.css'

interface WaitingSheetProps {
  place: Place
  onClose: () => void
}

/** The waiting list of one place, the next child first, each with why it stands there. */
export function WaitingSheet({ place, onClose }: WaitingSheetProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const { grade: gradeName, year } = useStudentText()
  const { campus, entryYear, grade, stream } = place
  const question = useCallback(
    () => readWaiting({ campus, entryYear, grade, stream }),
    [campus, entryYear, grade, stream],
  )
  const { answer, failure, again } = useAnswer(question)
  const where = [gradeName(grade), year(entryYear), campus, stream].filter(Boolean).join(' · ')
  return (
    <Sheet title={t('list.title', { place: where })} size="wide" onClose={onClose}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <p className={common.soft}>{t('list.order')}</p>}
      {answer?.children.length === 0 && <p>{t('list.empty')}</p>}
      {answer && answer.children.length > 0 && (
        <List
          list={answer.children}
          nextId={answer.place?.next?.student_id}
          label={t('list.title', { place: where })}
        />
      )}
    </Sheet>
  )
}

function List({ list, nextId, label }: { list: WaitingChildren; nextId: string | undefined; label: string }) {
  const { t, i18n } = useTranslation('admissions')
  const { reason } = useWaitlistText()
  return (
    <ol className={css.list} aria-label={label}>
      {list.map((child) => {
        const { student_id: id, position, registration_id: reference } = child
        return (
          <li key={id} data-next={id === nextId || undefined}>
            <span className={css.place}>{position}</span>
            <div>
              <p>
                <Link to="/student/$id" params={{ id }} className={css.name}>
                  <bdi>{namesOf(child, i18n.language)[0] ?? t('list.noName')}</bdi>
                </Link>{' '}
                <bdi dir="ltr" className={common.soft}>
                  {formatReference(reference)}
                </bdi>
              </p>
              <p className={common.soft}>{reason(child.reason)}</p>
              {id === nextId && <p className={common.good}>{t('list.next')}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
