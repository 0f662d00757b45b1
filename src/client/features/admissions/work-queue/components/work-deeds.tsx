import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { giveTask } from '#client/features/students/record/file.api.ts'
import { useSending } from '#client/features/students/record/hooks/use-sending.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { machineClock } from '#local/kernel/machine.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { updateStudent } from '../../student-file/student.api.ts'
import css from './work.module.css'

/** A file is taken on here, and what is to be done next is set where it stands. */
export function WorkDeeds({ student, onChanged }: { student: StudentRow; onChanged: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const [isOpen, setOpen] = useState(false)
  const { send, isWorking, problem } = useSending(() => {
    setOpen(false)
    onChanged()
  })
  if (!userId) return null
  const { student_id, revision, nextActionOn, owner } = student
  const assign = (day: string | null) => {
    const change = { kind: 'assign' as const, owner: userId, nextActionOn: day }
    return send({ student_id, revision, change }, async (commandId) => {
      try {
        await updateStudent({ student_id, commandId, revision, decidedAt: toInstant(machineClock.nowMs()), change })
      } catch (error) {
        // How it stands now is shown; what was typed stays.
        if (messageIdOf(error) === 'student.changed') onChanged()
        throw error
      }
    })
  }
  const save = (task: string, dueOn: string) =>
    task === ''
      ? assign(dueOn)
      : send({ student_id, task, dueOn }, (taskId) => giveTask({ student_id, taskId, task, dueOn, owner: userId }))
  return (
    <>
      {problem && <Refusal>{errorText(problem)}</Refusal>}
      {isOpen ? (
        <NextForm day={nextActionOn} isWorking={isWorking} onSave={save} onClose={() => setOpen(false)} />
      ) : (
        <div className={common.actions}>
          {owner?.userId !== userId && (
            <Button isWorking={isWorking} onClick={() => void assign(nextActionOn)}>
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
