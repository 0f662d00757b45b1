import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { StudentScoring } from '#shared/admissions/assessment.contract.ts'
import { moderationTakes, type Recommendation, recommendations } from '#shared/admissions/scoring.rules.ts'
import { decideBetween } from '../scoring.api.ts'
import css from './scoring.module.css'

interface ModerateProps {
  seen: StudentScoring
  onDone: (seen: StudentScoring) => void
}

/** Decides between two assessors who are far apart. */
export function ModerateForm({ seen, onDone }: ModerateProps) {
  const { t } = useTranslation('admissions.scoring')
  const errorText = useErrorText()
  const [takes, setTakes] = useState<(typeof moderationTakes)[number]>('mean')
  const [recommendation, setRecommendation] = useState<Recommendation>('admit')
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useCommand(
    (moderation: Omit<Parameters<typeof decideBetween>[0], 'commandId'>, commandId) =>
      decideBetween({ ...moderation, commandId }),
    { onSuccess: onDone },
  )
  return (
    <form
      className={css.form}
      aria-label={t('moderate')}
      onSubmit={(event) => {
        event.preventDefault()
        void mutate({ student_id: seen.student_id, takes, recommendation, reason })
      }}
    >
      <h2>{t('moderate')}</h2>
      <ChoiceField
        label={t('takesWhat')}
        values={moderationTakes}
        nameOf={(each) => t(`takes.${each}`)}
        value={takes}
        onChange={setTakes}
      />
      <RecommendationField value={recommendation} onChange={setRecommendation} />
      <TextAreaField label={t('reason')} required rows={2} maxLength={1000} value={reason} onChange={setReason} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <Button type="submit" kind="main" isWorking={isPending}>
        {t('moderate')}
      </Button>
    </form>
  )
}

interface RecommendationProps {
  value: Recommendation
  onChange: (value: Recommendation) => void
}

/** What an assessor recommends. */
export function RecommendationField({ value, onChange }: RecommendationProps) {
  const { t } = useTranslation('admissions.scoring')
  return (
    <ChoiceField
      label={t('recommends')}
      values={recommendations}
      nameOf={(each) => t(`recommendation.${each}`)}
      value={value}
      onChange={onChange}
    />
  )
}
