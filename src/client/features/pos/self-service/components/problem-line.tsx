import { useTranslation } from 'react-i18next'
import css from '../self-service.module.css'
import type { Problem } from '../visit.types.ts'

/** What did not work, and what to do, in one sentence that is read aloud. */
export function ProblemLine({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation('pos.self-service')
  return (
    <p className={css.problem} role="alert">
      {problem ? t(`problem.${problem}`) : ''}
    </p>
  )
}
