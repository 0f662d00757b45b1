import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { namesOf } from '#client/features/students/record/student-names.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { useAllPendingDecisions } from '../hooks/use-pending-decisions.ts'
import { useTransitionText } from '../hooks/use-transition-text.ts'

/** What this person decided without a network and the server does not know yet, with the way to each file. */
export function PendingDecisionList() {
  const { t, i18n } = useTranslation('students')
  const moveText = useTransitionText()
  const all = useAllPendingDecisions()
  if (all.length === 0) return null
  return (
    <section aria-labelledby="kept-decisions" className={css.part}>
      <h3 id="kept-decisions">{t('kept.title')}</h3>
      <ul className={css.history}>
        {all.map(({ asked, seen, move, problem }) => (
          <li key={asked.commandId}>
            <Link to="/student/$id" params={{ id: asked.student_id }} className={link.link}>
              <bdi>{namesOf(seen, i18n.language)[0] ?? t('noName')}</bdi>
            </Link>{' '}
            {moveText(move)} ·{' '}
            <span className={common.soft}>{t(problem === null ? 'kept.waitsShort' : 'kept.look')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
