import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { OpId } from '#shared/kernel/fields.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentTask } from '#shared/students/student-notes.contract.ts'
import type { PendingWriting } from '#shared/students/student-writing.types.ts'
import { finishTask, readNotes } from '../file.api.ts'
import { useRights } from '../hooks/use-rights.ts'
import { usePendingWritings } from '../hooks/use-writings.ts'
import css from './file-parts.module.css'
import { NoteLine } from './note-line.tsx'
import { Refusal } from './record-fields.tsx'
import noteFormStyles from './student-sheet.module.css'
import { NoteForm, TaskForm } from './writing-forms.tsx'

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

/**
 * What is to be done about a student, and what colleagues have written. Both can be written without a network, when what stands here
 * already can't be read.
 */
export function NotesSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const mayWrite = useRights()('students.decide')
  const question = useCallback(() => readNotes(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const waiting = usePendingWritings(studentId, again)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      <PendingWritings waiting={waiting} />
      {(answer || failure) && (
        <section aria-labelledby="tasks-title">
          <h3 id="tasks-title">{t('tasks.title')}</h3>
          {mayWrite && <TaskForm studentId={studentId} onDone={again} />}
          {answer?.tasks.length === 0 && <p className={common.soft}>{t('tasks.none')}</p>}
          <ul className={css.lines}>
            {answer?.tasks.map((task) => (
              <TaskLine key={task.id} studentId={studentId} task={task} mayFinish={mayWrite} onDone={again} />
            ))}
          </ul>
        </section>
      )}
      {(answer || failure) && (
        <section className={noteFormStyles.part} aria-labelledby="notes-title">
          <h3 id="notes-title">{t('notes.title')}</h3>
          {mayWrite && <NoteForm studentId={studentId} onDone={again} />}
          {answer?.notes.length === 0 && <p className={common.soft}>{t('notes.none')}</p>}
          <ul className={css.lines}>
            {answer?.notes.map((note) => (
              <NoteLine key={note.id} studentId={studentId} note={note} mayStrike={mayWrite} onDone={again} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Notes and tasks that this device keeps: they wait for the network, or the server would not take them. */
function PendingWritings({ waiting }: { waiting: readonly PendingWriting[] }) {
  const { t } = useTranslation('students')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="kept-writings">
      <h3 id="kept-writings">{t('kept.writings')}</h3>
      <ul className={css.lines}>
        {waiting.map((each) => (
          <Line key={idOf(each)} kept={each} />
        ))}
      </ul>
    </section>
  )
}

const idOf = (kept: PendingWriting) => (kept.kind === 'note' ? kept.asked.noteId : kept.asked.taskId)

function Line({ kept }: { kept: PendingWriting }) {
  const { t } = useTranslation('students')
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(async () => {
    const { discardWriting } = await import('#client/platform/offline/desk-outbox.ts')
    await discardWriting(idOf(kept))
  })
  const text = kept.kind === 'note' ? kept.asked.text : kept.asked.task
  return (
    <li>
      <p className={common.asWritten}>
        <bdi dir="auto">{text}</bdi>
      </p>
      <p className={css.soft}>
        {t('kept.at', { at: format.dateTime(kept.keptAtMs) })} {kept.problem === null && t('kept.waits')}
      </p>
      {kept.problem && <Refusal>{errorText(kept.problem)}</Refusal>}
      {error && <Refusal>{errorText(error)}</Refusal>}
      <Button kind="quiet" isWorking={isPending} onClick={() => void mutate()}>
        {t('kept.back')} <span className="visually-hidden">{text}</span>
      </Button>
    </li>
  )
}
