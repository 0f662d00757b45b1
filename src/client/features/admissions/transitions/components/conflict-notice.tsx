import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { Status } from '../../student-file/components/student-facts.tsx'
import { Step } from '../../student-file/components/student-history.tsx'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import { useTransitionText } from '../hooks/use-transition-text.ts'
import type { TransitionDraft } from '../transition-draft.ts'

interface ConflictProps {
  /** How the student stood when the decision was made. */
  seen: StudentRow
  /** How they stand now. */
  file: StudentFile
  move: OpenTransition
  draft: TransitionDraft
  isOpen: boolean
  /** What else was decided here. */
  children?: ReactNode
}

/** Somebody was faster: what was decided here beside what is there now. Nothing happens unasked, nothing typed is lost. */
export function ConflictNotice({ seen, file, move, draft, isOpen, children }: ConflictProps) {
  const { t, i18n } = useTranslation('students')
  const moveText = useTransitionText()
  const { reason } = useStudentText()
  const latest = file.history.at(-1)
  const isHere = file.student.revision !== seen.revision
  const said = [
    draft.reason && reason(draft.reason),
    draft.reviewOn && t('list.reviewOn', { day: formatDay(draft.reviewOn, i18n.language) }),
  ].filter(Boolean)
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('clash.title')}</strong>
      <div className={css.sides}>
        <section aria-label={t('clash.mine')}>
          <h3>{t('clash.mine')}</h3>
          <Status student={seen} />
          <p>{moveText(move)}</p>
          {said.length > 0 && <p className={css.said}>{said.join(' · ')}</p>}
          {draft.note && (
            <p className={css.note}>
              <bdi>{draft.note}</bdi>
            </p>
          )}
          {children}
        </section>
        <section aria-label={t('clash.theirs')}>
          <h3>{t('clash.theirs')}</h3>
          {isHere ? <Status student={file.student} /> : <p>{t('loading')}</p>}
          {isHere && latest && <Step change={latest} />}
        </section>
      </div>
      <p>{t(isOpen ? 'clash.open' : 'clash.shut')}</p>
    </InlineNotice>
  )
}
