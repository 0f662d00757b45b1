// chunk: students
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { useStudentText } from '../hooks/use-student-text.ts'
import { statusIcons } from './status-icons.tsx'
import css from './status-mark.module.css'

interface StatusMarkProps {
  status: StudentStatus
  outcome?: StudentOutcome | null
}

/** Where a child stands: a shape of its own and the word. */
export function StatusMark({ status, outcome = null }: StatusMarkProps) {
  const { standing } = useStudentText()
  return <WordedStatus status={status} word={standing(status, outcome)} />
}

/** The same where the word is known, as in each of many lines. */
export function WordedStatus({ status, word }: { status: StudentStatus; word: string }) {
  const Icon = statusIcons[status]
  return (
    <span className={css.mark} data-status={status}>
      <Icon size={18} />
      {word}
    </span>
  )
}
