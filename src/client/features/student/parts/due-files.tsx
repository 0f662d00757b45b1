import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/list-frame.tsx'
import css from '../list/list-tools.module.css'
import { listDue } from '../retention.api.ts'
import { useRights } from '../use-rights.ts'
import { DueSheet } from './due-sheet.tsx'

/** For whoever looks after closed files: how many have been kept for as long as the school says, and the way to them. */
export function DueFiles() {
  return useRights()('students.hold') ? <DueLine /> : null
}

const firstPage = () => listDue()

function DueLine() {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(firstPage)
  const [isOpen, setOpen] = useState(false)
  // Without a network there is nothing to be erased; the queue itself says so.
  if (failure)
    return failure === 'L000' ? null : <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!answer || answer.total === 0) return null
  return (
    <div className={css.tools}>
      <span>{t('due.count', { count: answer.total })}</span>
      <Button onClick={() => setOpen(true)}>{t('due.open')}</Button>
      {isOpen && (
        <DueSheet
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
