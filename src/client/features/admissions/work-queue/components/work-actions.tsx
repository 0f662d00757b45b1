import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { giveTask } from '#client/features/students/record/file.api.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { machineClock } from '#local/kernel/machine.ts'
import type { OpId, UserId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type StudentChange, updateStudent } from '../../student-file/student.api.ts'
import css from './work.module.css'

type Asked =
  | { student_id: string; revision: number; change: Extract<StudentChange, { kind: 'assign' }> }
  | { student_id: string; task: string; dueOn: string; owner: UserId }

const sendAsked = (asked: Asked, id: OpId): Promise<unknown> =>
  'task' in asked
    ? giveTask({ ...asked, taskId: id })
    : updateStudent({ ...asked, commandId: id, decidedAt: toInstant(machineClock.nowMs()) })

/** A file is taken on here, and what is to be done next is set where it stands. */
export function WorkActions({ student, onChanged }: { student: StudentRow; onChanged: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useCommand(sendAsked, {
    onSuccess: () => {
      setOpen(false)
      onChanged()
    },
    // How it stands now is shown; what was typed stays.
    onError: (why) => why === 'student.changed' && onChanged(),
  })
  if (!userId) return null
  const { student_id, revision, nextActionOn, owner } = student
  const assign = (day: string | null) =>
    mutate({ student_id, revision, change: { kind: 'assign', owner: userId, nextActionOn: day } })
  const save = (task: string, dueOn: string) =>
    task === '' ? assign(dueOn) : mutate({ student_id, task, dueOn, owner: userId })
  return (
    <>
      {error && <Refusal>{errorText(error)}</Refusal>}
      {isOpen ? (
        <NextForm day={nextActionOn} isWorking={isPending} onSave={save} onClose={() => setOpen(false)} />
      ) : (
        <div className={common.actions}>
          {owner?.userId !== userId && (
            <Button isWorking={isPending} onClick={() => void assign(nextActionOn)}>
              {t('work.take')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setOpen(true)}>
            {t('work.set')}
          </Button>
        </div>
      )}
    </>
  )
}

interface FormProps {
  day: string | null
  isWorking: boolean
  onSave: (task: string, dueOn: string) => Promise<boolean>
  onClose: () => void
}

/** By which day; with words it is a task of one's own, without it is the file's next action. */
function NextForm({ day, isWorking, onSave, onClose }: FormProps) {
  const { t } = useTranslation('students.file')
  const [task, setTask] = useState('')
  const [dueOn, setDueOn] = useState(day ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dueOn !== '') void onSave(task.trim(), dueOn)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <TextLine label={t('work.day')} value={dueOn} onChange={setDueOn} type="date" />
      <TextLine label={t('work.what')} value={task} onChange={setTask} maxLength={300} />
      <div className={common.actions}>
        <Button type="submit" isWorking={isWorking}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('leave')}</Button>
      </div>
    </form>
  )
}
