import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { eraseRecord } from '../file.api.ts'
import { Refusal } from './record-fields.tsx'
import css from './student-sheet.module.css'

/** A file that was begun by mistake is erased here, after a second press. */
export function EraseFile({ studentId, revision }: { studentId: string; revision: number }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (of: { student_id: string; revision: number }, commandId) => eraseRecord({ ...of, commandId }),
    { onSuccess: () => void navigate({ to: '/dashboard' }) },
  )
  return (
    <div className={css.part}>
      <p className={common.soft}>{t('erase.text')}</p>
      {error && <Refusal>{errorText(error)}</Refusal>}
      <div className={common.actions}>
        {isAsked ? (
          <>
            <Button kind="bad" isWorking={isPending} onClick={() => void mutate({ student_id: studentId, revision })}>
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
