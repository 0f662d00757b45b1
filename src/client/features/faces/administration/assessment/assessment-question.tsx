import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import field from '#client/ui/fields/field.module.css'
import css from '../components/desk-page.module.css'
import { countries, type Question, questionKinds, questions } from './assessment-questions.ts'

interface AssessmentQuestionProps {
  question: Question
  no: number
  value: string
  onAnswer: (text: string) => void
}

/** A question, why it is asked, an example, and the place for the answer. */
export function AssessmentQuestion({ question, no, value, onAnswer }: AssessmentQuestionProps) {
  const { t } = useTranslation('faces.administration')
  const titleId = useId()
  const whyId = useId()
  return (
    <div className={css.question}>
      <p className={common.soft}>{t('assessment.step', { no, of: questions.length })}</p>
      <h2 id={titleId}>{t(`question.${question}.ask`)}</h2>
      <p id={whyId}>{t(`question.${question}.why`)}</p>
      <Answer question={question} value={value} onAnswer={onAnswer} labelledBy={titleId} describedBy={whyId} />
      <details>
        <summary className={css.summary}>{t('assessment.example')}</summary>
        <p>{t(`question.${question}.example`)}</p>
      </details>
    </div>
  )
}

interface AnswerProps {
  question: Question
  value: string
  onAnswer: (text: string) => void
  labelledBy: string
  describedBy: string
}

function Answer({ question, value, onAnswer, labelledBy, describedBy }: AnswerProps): ReactNode {
  const { t, i18n } = useTranslation('faces.administration')
  const kind = questionKinds[question]
  const named = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, className: field.control, value }
  if (kind === 'text') {
    return <textarea {...named} dir="auto" maxLength={4000} onChange={(event) => onAnswer(event.currentTarget.value)} />
  }
  if (kind === 'yes-no') {
    return (
      <fieldset className={css.group} aria-labelledby={labelledBy} aria-describedby={describedBy}>
        {(['yes', 'no'] as const).map((each) => (
          <label key={each} className={css.tick}>
            <input type="radio" name={question} checked={value === each} onChange={() => onAnswer(each)} />
            <span>{t(`assessment.${each}`)}</span>
          </label>
        ))}
      </fieldset>
    )
  }
  if (kind === 'country') {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
    return (
      <select {...named} onChange={(event) => onAnswer(event.currentTarget.value)}>
        <option value="">{t('assessment.choose')}</option>
        {countries.map((code) => (
          <option key={code} value={code}>
            {names.of(code) ?? code}
          </option>
        ))}
      </select>
    )
  }
  const type = { line: 'text', number: 'text', day: 'date' } as const
  return (
    <input
      {...named}
      type={type[kind]}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      dir={kind === 'line' ? 'auto' : 'ltr'}
      maxLength={kind === 'line' ? 120 : undefined}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  )
}
