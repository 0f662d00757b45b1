import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import css from '../components/desk-page.module.css'
import { type AssessmentDraft, type Question, questions } from './assessment-questions.ts'
import { useAnswerText } from './use-answer-text.ts'

interface AnswerReviewProps {
  draft: AssessmentDraft
  /** What is not answered so that it could be recorded. */
  open: readonly Question[]
  onGo: (question: Question) => void
}

/** All answers before they are recorded, each with the way back to its question. */
export function AnswerReview({ draft, open, onGo }: AnswerReviewProps) {
  const { t } = useTranslation('faces.administration')
  const answerText = useAnswerText()
  return (
    <>
      <h2 className={css.section}>{t('assessment.review')}</h2>
      <p className={css.lead}>{t('assessment.reviewLead')}</p>
      <ul className={common.list}>
        {questions.map((question) => (
          <li key={question} className={css.card} data-tone={open.includes(question) ? 'bad' : undefined}>
            <h3>{t(`question.${question}.ask`)}</h3>
            <p className={css.written}>
              {draft[question] ? answerText(question, draft[question]) : t('assessment.unanswered')}
            </p>
            <div>
              <Button id={`go-${question}`} onClick={() => onGo(question)}>
                {t('assessment.change')} <span className="visually-hidden">{t(`question.${question}.ask`)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
