import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentRow } from '#shared/contract/student.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'
import type { MoveDraft } from '../move-draft.ts'
import type { OpenMove, StudentFile } from '../student.api.ts'
import { useMoveText } from '../use-move-text.ts'
import { useStudentWords } from '../use-student-words.ts'
import { Standing } from './student-facts.tsx'
import { Step } from './student-history.tsx'
import css from './student-sheet.module.css'

interface ClashProps {
  /** How the student stood when the decision was made. */
  seen: StudentRow
  /** How they stand now. */
  file: StudentFile
  move: OpenMove
  draft: MoveDraft
  isOpen: boolean
  /** What else was decided here. */
  children?: ReactNode
}

/** Somebody was faster: what was decided here beside what is there now. Nothing happens unasked, nothing typed is lost. */
export function ClashNotice({ seen, file, move, draft, isOpen, children }: ClashProps) {
  const { t, i18n } = useTranslation('students')
  const moveText = useMoveText()
  const { reason } = useStudentWords()
  const latest = file.history.at(-1)
  const isHere = file.student.revision !== seen.revision
  const said = [
    draft.reason && reason(draft.reason),
    draft.reviewOn && t('list.reviewOn', { day: writtenDay(draft.reviewOn, i18n.language) }),
  ].filter(Boolean)
  return (
    <div role="alert" className={css.clash}>
      <strong>{t('clash.title')}</strong>
      <div className={css.sides}>
        <section aria-label={t('clash.mine')}>
          <h4>{t('clash.mine')}</h4>
          <Standing student={seen} />
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
          <h4>{t('clash.theirs')}</h4>
          {isHere ? <Standing student={file.student} /> : <p>{t('loading')}</p>}
          {isHere && latest && <Step change={latest} />}
        </section>
      </div>
      <p>{t(isOpen ? 'clash.open' : 'clash.shut')}</p>
    </div>
  )
}
