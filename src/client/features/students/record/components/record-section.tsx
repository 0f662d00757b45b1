import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRecord } from '#shared/students/student-record.contract.ts'
import { identityFields } from '#shared/students/student-record.rules.ts'
import { eraseRecord } from '../file.api.ts'
import { type Record, useRecord } from '../hooks/use-record.ts'
import { useRecordText } from '../hooks/use-record-text.ts'
import { useRights } from '../hooks/use-rights.ts'
import css from './file-parts.module.css'
import { IdentityForm } from './identity-form.tsx'
import { Refusal } from './record-fields.tsx'
import eraseFileStyles from './student-sheet.module.css'

/** A file that was begun by mistake is erased here, after a second press. */
function EraseFile({ studentId, revision }: { studentId: string; revision: number }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (of: { student_id: string; revision: number }, commandId) => eraseRecord({ ...of, commandId }),
    { onSuccess: () => void navigate({ to: '/dashboard' }) },
  )
  return (
    <div className={eraseFileStyles.part}>
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

/** The child as the school knows it, and beside it what the application said otherwise. */
export function RecordSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const record = useRecord(studentId)
  const { answer, failure, again } = record
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <Child studentId={studentId} answer={answer} record={record} />}
    </>
  )
}

interface ChildProps {
  studentId: string
  answer: StudentRecord
  record: Record
}

function Child({ studentId, answer, record }: ChildProps) {
  const { t } = useTranslation('students.file')
  const may = useRights()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <IdentityForm answer={answer} record={record} onClose={() => setOpen(false)} />
  return (
    <>
      <Compared answer={answer} />
      <InlineNotice tone="success">{record.isDone && t('saved')}</InlineNotice>
      {may('students.record') && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}
      {may('students.record') && answer.mayErase && <EraseFile studentId={studentId} revision={answer.revision} />}
    </>
  )
}

/** Every field as it is on record; where there is an application, as it was handed in, too. */
function Compared({ answer: { identity, differences } }: { answer: StudentRecord }) {
  const { t } = useTranslation('students.file')
  const text = useRecordText()
  const ofChild = (differences ?? []).filter(({ of }) => of === null)
  return (
    <>
      {differences && <p className={common.soft}>{t('differences', { count: differences.length })}</p>}
      <table className={css.compared}>
        <caption className="visually-hidden">{t('part.record')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.field')}</th>
            <th scope="col">{t('column.live')}</th>
            {differences && <th scope="col">{t('column.applied')}</th>}
          </tr>
        </thead>
        <tbody>
          {identityFields.map((field) => {
            const difference = ofChild.find((each) => each.field === field)
            const live = text(field, identity[field])
            return (
              <tr key={field} data-differs={difference !== undefined || undefined}>
                <th scope="row">{t(`field.${field}`)}</th>
                <td>
                  <bdi>{live}</bdi>
                </td>
                {differences && (
                  <td>
                    <bdi>{difference ? text(field, difference.applied) : live}</bdi>
                    {difference && <small>{t('differs')}</small>}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
