import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { OpId } from '#shared/kernel/fields.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentTask } from '#shared/students/student-notes.contract.ts'
import { finishTask } from '../file.api.ts'
import css from './file-parts.module.css'
import { Refusal } from './record-fields.tsx'

interface TaskProps {
  studentId: string
  task: StudentTask
  mayFinish: boolean
  onDone: () => void
}

/** One thing to do, by when and by whom; done it stays to be read. */
export function TaskLine({ studentId, task, mayFinish, onDone }: TaskProps) {
  const { t, i18n } = useTranslation('students.file')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const finish = () => finishTask({ student_id: studentId, taskId: OpId.parse(task.id) })
  const { mutate, isPending, error } = useMutation(finish, { onSuccess: onDone })
  const { done, owner } = task
  return (
    <li>
      <p>
        <bdi dir="auto">{task.task}</bdi>
      </p>
      <p className={css.soft}>
        {t('tasks.until', { day: formatDay(task.dueOn, i18n.language) })} ·{' '}
        <bdi>{owner ? pick(owner.name) : t('tasks.anybody')}</bdi>
        {done && ` · ${t('tasks.doneBy', { name: pick(done.by.name), at: format.dateTime(done.at) })}`}
      </p>
      {error && <Refusal>{errorText(error)}</Refusal>}
      {!done && mayFinish && (
        <Button kind="quiet" isWorking={isPending} onClick={() => void mutate()}>
          {t('tasks.done')} <span className="visually-hidden">{task.task}</span>
        </Button>
      )}
    </li>
  )
}
