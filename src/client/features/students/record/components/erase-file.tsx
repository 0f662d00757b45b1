import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { eraseRecord } from '../file.api.ts'
import { useSending } from '../hooks/use-sending.ts'
import { Refusal } from './record-fields.tsx'
import css from './student-sheet.module.css'

/** A file that was begun by mistake is erased here, after a second press. */
export function EraseFile({ studentId, revision }: { studentId: string; revision: number }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { send, isWorking, problem } = useSending(() => void navigate({ to: '/dashboard' }))
  const erase = () =>
    send({ studentId, revision }, (commandId) => eraseRecord({ student_id: studentId, commandId, revision }))
  return (
    <div className={css.part}>
      <p className={common.soft}>{t('erase.text')}</p>
      {problem && <Refusal>{errorText(problem)}</Refusal>}
      <div className={common.actions}>
        {isAsked ? (
          <>
            <Button kind="bad" isWorking={isWorking} onClick={() => void erase()}>
              {t('erase.confirm')}
            </Button>
            <Button onClick={() => setAsked(false)}>{t('leave')}</Button>
          </>
        ) : (
          <Button onClick={() => setAsked(true)}>{t('erase.ask')}</Button>
        )}
      </div>
    </div>
  )
}
