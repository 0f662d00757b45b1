import type { StudentOutcome, StudentStatus } from '#shared/rules/student-status.rules.ts'
import { useStudentWords } from '../use-student-words.ts'
import { statusIcons } from './status-icons.tsx'
import css from './status-mark.module.css'

interface StatusMarkProps {
  status: StudentStatus
  outcome?: StudentOutcome | null
}

/** Where a child stands: a shape of its own and the word. */
export function StatusMark({ status, outcome = null }: StatusMarkProps) {
  const { standing } = useStudentWords()
  const Icon = statusIcons[status]
  return (
    <span className={css.mark} data-status={status}>
      <Icon size={18} />
      {standing(status, outcome)}
    </span>
  )
}
