import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/student-list/list/list-tools.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { type DueWork, dueEnquiries, dueFiles } from '../due-work.ts'
import { DueSheet } from './due-sheet.tsx'

/** For anyone who looks after closed files: how many have been kept for as long as the school says, enquiries too, and the way to them. */
export function DueFiles() {
  if (!useRights()('students.hold')) return null
  return (
    <>
      <DueLine work={dueFiles} />
      <DueLine work={dueEnquiries} />
    </>
  )
}

function DueLine({ work }: { work: DueWork }) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => work.list(), [work]))
  const [isOpen, setOpen] = useState(false)
  // Without a network there is nothing to be erased; the queue itself says so.
  if (failure)
    return failure === 'L000' ? null : <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!answer || answer.total === 0) return null
  const count = t(`${work.of}.count`, { count: answer.total })
  return (
    <div className={css.tools}>
      <span>{count}</span>
      <Button aria-label={`${t('due.open')}: ${count}`} onClick={() => setOpen(true)}>
        {t('due.open')}
      </Button>
      {isOpen && (
        <DueSheet
          work={work}
          first={answer}
          onClose={() => {
            setOpen(false)
            again()
          }}
        />
      )}
    </div>
  )
}
