import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import { noteWays } from '#shared/students/student-notes.contract.ts'
import type { StudentWriting } from '#shared/students/student-writing.types.ts'
import { sendOrKeep } from '../hooks/use-writings.ts'
import { Refusal, TextLine } from './record-fields.tsx'
import noteFormStyles from './student-sheet.module.css'

type Note = Extract<StudentWriting, { kind: 'note' }>['asked']
type Task = Extract<StudentWriting, { kind: 'task' }>['asked']

/** A note is written here, for good. */
export function NoteForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [way, setWay] = useState<(typeof noteWays)[number]>('remark')
  useBusy(text !== '')
  const { mutate, isPending, error } = useCommand(
    (said: Omit<Note, 'noteId'>, noteId) => sendOrKeep({ kind: 'note', asked: { ...said, noteId } }),
    {
      onSuccess: (end) => {
        setText('')
        if (end === 'sent') onDone()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = { student_id: studentId, way, text: text.trim() }
    if (said.text !== '') void mutate(said)
  }
  return (
    <form className={noteFormStyles.form} onSubmit={submit}>
      <ChoiceField
        label={t('notes.way')}
        values={noteWays}
        nameOf={(each) => t(`way.${each}`)}
        value={way}
        onChange={setWay}
      />
      <TextAreaField label={t('notes.text')} rows={3} maxLength={4000} value={text} onChange={setText} />
      {error && <Refusal>{errorText(error)}</Refusal>}
      <div className={common.actions}>
        <Button type="submit" isWorking={isPending}>
          {t('notes.write')}
        </Button>
      </div>
    </form>
  )
}

/** Form for a task with a due day, assigned to oneself or to nobody in particular. */
export function TaskForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const [task, setTask] = useState('')
  const [dueOn, setDueOn] = useState('')
  const [isMine, setMine] = useState(true)
  useBusy(task !== '')
  const { mutate, isPending, error } = useCommand(
    (said: Omit<Task, 'taskId'>, taskId) => sendOrKeep({ kind: 'task', asked: { ...said, taskId } }),
    {
      onSuccess: (end) => {
        setTask('')
        setDueOn('')
        if (end === 'sent') onDone()
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
