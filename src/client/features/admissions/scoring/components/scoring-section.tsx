import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentScoring } from '#shared/admissions/assessment.contract.ts'
import { readScoring } from '../scoring.api.ts'
import { AssessmentCard } from './assessment-card.tsx'
import { ModerateForm } from './moderate-form.tsx'
import { ScoreForm } from './score-form.tsx'
import css from './scoring.module.css'

/** How a child is scored before a decision. Load the words of `scoring` before. */
export function ScoringSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('admissions.scoring')
  const errorText = useErrorText()
  const question = useCallback(() => readScoring(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const [newer, setNewer] = useState<StudentScoring>()
  const seen = newer ?? answer
  const stale = () => {
    setNewer(undefined)
    again()
  }
  return (
    <div className={css.section}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={stale} />}
      {!seen && !failure && <Loading>{t('loading')}</Loading>}
      {seen && <Scoring seen={seen} onDone={setNewer} onStale={stale} />}
    </div>
  )
}

interface ScoringProps {
  seen: StudentScoring
  onDone: (seen: StudentScoring) => void
  onStale: () => void
}

function Scoring({ seen, onDone, onStale }: ScoringProps) {
  const { t } = useTranslation('admissions.scoring')
  const { set, assessments, maySubmit, mayModerate } = seen
  return (
    <>
      {set ? <Status seen={seen} /> : <p className={common.softPart}>{t('none')}</p>}
      {set && maySubmit && <ScoreForm key={set.id} seen={seen} set={set} onDone={onDone} onStale={onStale} />}
      {assessments.length > 0 && (
        <div className={css.sides}>
          {assessments.map((assessment) => (
            <AssessmentCard key={assessment.id} seen={seen} assessment={assessment} onDone={onDone} onStale={onStale} />
          ))}
        </div>
      )}
      {mayModerate && <ModerateForm seen={seen} onDone={onDone} />}
    </>
  )
}

/** What is scored by, how far it is, and what it came to. */
function Status({ seen }: { seen: StudentScoring }) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  const format = useFormat()
  const { set, assessments, isLocked, needsModeration, moderation, result } = seen
  if (!set) return null
  const counted = assessments.filter(({ reopened }) => reopened === null).length
  const isOpen = needsModeration === null
  return (
    <>
      <p>
        <strong>
          <bdi>{pick(set.body.title)}</bdi>
        </strong>{' '}
        <span className={common.softPart}>
          {t('version', { version: set.version })} · {t('in', { count: counted, of: set.body.assessors })}
        </span>
      </p>
      {result !== null && (
        <p>
          {t('result')}{' '}
          <strong>
            <bdi dir="ltr">{format.percent(result * 100)}</bdi>
          </strong>
        </p>
      )}
      {isOpen && set.body.assessors > 1 && !isLocked && <p className={common.softPart}>{t('blind')}</p>}
      {isLocked && <p className={common.softPart}>{t('locked')}</p>}
      {needsModeration && !moderation && <p className={css.hint}>{t('apart', { gap: set.body.gap })}</p>}
      {moderation && (
        <p>
          {t(`takes.${moderation.takes}`)} · {t(`recommendation.${moderation.recommendation}`)} ·{' '}
          <bdi>{pick(moderation.by.name)}</bdi>: <bdi>{moderation.reason}</bdi>
        </p>
      )}
    </>
  )
}
