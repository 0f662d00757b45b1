import { useTranslation } from 'react-i18next'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { type Question, questionKinds } from './assessment-questions.ts'

/** Answers a function from an answer to how it is read. */
export function useAnswerText(): (question: Question, written: string) => string {
  const { t, i18n } = useTranslation('faces.administration')
  return (question, written) => {
    const kind = questionKinds[question]
    if (kind === 'yes-no') return t(written === 'yes' ? 'assessment.yes' : 'assessment.no')
    if (kind === 'day') return formatDay(written, i18n.language)
    if (kind !== 'country') return written
    return new Intl.DisplayNames(i18n.language, { type: 'region' }).of(written) ?? written
  }
}
