import { Link, Navigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { readRegistration } from '../student.api.ts'

/** Opens the file that is registered under a number, as it stands on paper; of several children, the one that is chosen. */
export function ByRegistration({ number }: { number: string }) {
  const { t, i18n } = useTranslation(['students', 'students.file'])
  const errorText = useErrorText()
  const question = useCallback(() => readRegistration(number), [number])
  const { answer, failure, again } = useAnswer(question)
  const [only, ...others] = answer ?? []
  if (only && others.length === 0) return <Navigate to="/student/$id" params={{ id: only.student_id }} replace />
  return (
    <ListFrame
      title={t('students.file:registeredAs')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      <ul>
        {answer?.map((student) => (
          <li key={student.student_id}>
            <Link to="/student/$id" params={{ id: student.student_id }} className={link.link}>
              {namesOf(student, i18n.language)[0] ?? t('noName')}
            </Link>
          </li>
        ))}
      </ul>
    </ListFrame>
  )
}
