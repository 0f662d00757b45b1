import { useAtomValue } from 'jotai'
import { type FormEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { OpId } from '#shared/kernel/fields.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { noteWays, type StudentTask } from '#shared/students/student-notes.contract.ts'
import { finishTask, giveTask, readNotes, writeNote } from '../file.api.ts'
import { useRights } from '../hooks/use-rights.ts'
import css from './file-parts.module.css'
import { NoteLine } from './note-line.tsx'
import { Refusal, TextLine } from './record-fields.tsx'
import noteFormStyles from './student-sheet.module.css'

/** A note is written here, for good. */
function NoteForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [way, setWay] = useState<(typeof noteWays)[number]>('remark')
  useBusy(text !== '')
  const { mutate, isPending, error } = useCommand(
    (said: Omit<Parameters<typeof writeNote>[0], 'noteId'>, noteId) => writeNote({ ...said, noteId }),
    {
      onSuccess: () => {
        setText('')
        onDone()
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

/** Something to do by a day is written down here, for oneself or for whoever comes to it. */
function TaskForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
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

interface TaskProps {
  studentId: string
  task: StudentTask
  mayFinish: boolean
  onDone: () => void
}

/** One thing to do, by when and by whom; done it stays to be read. */
function TaskLine({ studentId, task, mayFinish, onDone }: TaskProps) {
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

/** What is to be done about a student, and what colleagues have written. */
export function NotesSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const mayWrite = useRights()('students.decide')
  const question = useCallback(() => readNotes(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <section aria-labelledby="tasks-title">
          <h3 id="tasks-title">{t('tasks.title')}</h3>
          {mayWrite && <TaskForm studentId={studentId} onDone={again} />}
          {answer.tasks.length === 0 && <p className={common.soft}>{t('tasks.none')}</p>}
          <ul className={css.lines}>
            {answer.tasks.map((task) => (
              <TaskLine key={task.id} studentId={studentId} task={task} mayFinish={mayWrite} onDone={again} />
            ))}
          </ul>
        </section>
      )}
      {answer && (
        <section className={noteFormStyles.part} aria-labelledby="notes-title">
          <h3 id="notes-title">{t('notes.title')}</h3>
          {mayWrite && <NoteForm studentId={studentId} onDone={again} />}
          {answer.notes.length === 0 && <p className={common.soft}>{t('notes.none')}</p>}
          <ul className={css.lines}>
            {answer.notes.map((note) => (
              <NoteLine key={note.id} studentId={studentId} note={note} mayStrike={mayWrite} onDone={again} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
