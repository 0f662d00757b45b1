import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { giveTask } from '../file.api.ts'
import { Refusal, TextLine } from './record-fields.tsx'

/** Something to do by a day is written down here, for oneself or for whoever comes to it. */
export function TaskForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const [task, setTask] = useState('')
  const [dueOn, setDueOn] = useState('')
  const [isMine, setMine] = useState(true)
  useBusy(task !== '')
  const { mutate, isPending, error } = useCommand(
    (said: Omit<Parameters<typeof giveTask>[0], 'taskId'>, taskId) => giveTask({ ...said, taskId }),
    {
      onSuccess: () => {
        setTask('')
        setDueOn('')
        onDone()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = { student_id: studentId, task: task.trim(), dueOn, owner: isMine && userId ? userId : null }
    if (said.task !== '' && dueOn !== '') void mutate(said)
  }
  return (
    <form className={common.row} onSubmit={submit}>
      <TextLine label={t('tasks.task')} value={task} onChange={setTask} maxLength={300} />
      <TextLine label={t('tasks.dueOn')} value={dueOn} onChange={setDueOn} type="date" />
      <SelectField label={t('tasks.owner')} value={isMine ? 'me' : ''} onChange={(chosen) => setMine(chosen === 'me')}>
        <option value="me">{t('tasks.me')}</option>
        <option value="">{t('tasks.anybody')}</option>
      </SelectField>
      <Button type="submit" isWorking={isPending}>
        {t('tasks.add')}
      </Button>
      {error && <Refusal>{errorText(error)}</Refusal>}
    </form>
  )
}
