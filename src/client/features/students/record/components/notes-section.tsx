import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { readNotes } from '../file.api.ts'
import { useRights } from '../hooks/use-rights.ts'
import css from './file-parts.module.css'
import { NoteForm } from './note-form.tsx'
import { NoteLine } from './note-line.tsx'
import sheet from './student-sheet.module.css'
import { TaskForm } from './task-form.tsx'
import { TaskLine } from './task-line.tsx'

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
        <section className={sheet.part} aria-labelledby="notes-title">
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
