import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Assessment, StudentScoring } from '#shared/admissions/assessment.contract.ts'
import { reopenAssessment } from '../scoring.api.ts'
import { Sum } from './score-sum.tsx'
import css from './scoring.module.css'

interface CardProps {
  seen: StudentScoring
  assessment: Assessment
  onDone: (seen: StudentScoring) => void
  onStale: () => void
}

/** What one assessor has found, with the arithmetic; only that it is there, for the person who may not see it yet. */
export function AssessmentCard({ seen, assessment, onDone }: CardProps) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  const format = useFormat()
  const { by, submittedAt, reopened, found } = assessment
  return (
    <article className={css.card} data-over={reopened !== null || undefined}>
      <h2>
        <bdi>{pick(by.name)}</bdi>
      </h2>
      <p className={common.softPart}>
        <bdi>{format.dateTime(submittedAt)}</bdi>
      </p>
      {reopened && (
        <p className={css.hint}>
          {t('reopened')} <bdi>{pick(reopened.by.name)}</bdi>: <bdi>{reopened.reason}</bdi>
        </p>
      )}
      {found ? <Found seen={seen} found={found} /> : <p className={common.softPart}>{t('hidden')}</p>}
      {seen.mayReopen && !reopened && <Reopen seen={seen} assessment={assessment} onDone={onDone} />}
    </article>
  )
}

function Found({ seen, found }: { seen: StudentScoring; found: NonNullable<Assessment['found']> }) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  const { total, evidence, unmet, recommendation, conditions, note } = found
  const { items = [], rules = [] } = seen.set?.body ?? {}
  const labelOf = (code: string) => {
    const named = items.find((each) => each.code === code) ?? rules.find((each) => each.code === code)
    return named ? pick(named.label) : code
  }
  return (
    <>
      <p>
        <span className={common.chip}>{t(`recommendation.${recommendation}`)}</span>
      </p>
      {unmet.map((code) => (
        <p key={code} className={css.problem}>
          {t('unmet')} <bdi>{labelOf(code)}</bdi>
        </p>
      ))}
      <Sum total={total} labelOf={labelOf} />
      {Object.entries(evidence).map(([code, text]) => (
        <p key={code} className={common.asWritten}>
          <bdi>{labelOf(code)}</bdi>: <bdi>{text}</bdi>
        </p>
      ))}
      {conditions && (
        <p>
          {t('conditions')}: <bdi>{conditions}</bdi>
        </p>
      )}
      {note && (
        <p className={common.asWritten}>
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  )
}

function Reopen({ seen, assessment, onDone }: Pick<CardProps, 'seen' | 'assessment' | 'onDone'>) {
  const { t } = useTranslation('admissions.scoring')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useMutation(reopenAssessment, { onSuccess: onDone })
  return (
    <details className={css.more}>
      <summary>{t('reopen')}</summary>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void mutate({ student_id: seen.student_id, id: assessment.id, reason })
        }}
      >
        <TextField label={t('reason')} required maxLength={1000} value={reason} onChange={setReason} />
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        <Button type="submit" isWorking={isPending}>
          {t('reopen')}
        </Button>
      </form>
    </details>
  )
}
