import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { ConfirmSheet } from '../components/confirm-sheet.tsx'
import css from '../components/desk-page.module.css'
import { AnswerReview } from './answer-review.tsx'
import { AssessmentQuestion } from './assessment-question.tsx'
import { type AssessmentDraft, questions } from './assessment-questions.ts'
import { useAssessmentWork } from './use-assessment-work.ts'

interface AssessmentFormProps {
  begun: AssessmentDraft
  /** Recorded, or thrown away. */
  onDone: () => void
}

/** One question after the other, then all answers once more. */
export function AssessmentForm({ begun, onDone }: AssessmentFormProps) {
  const { t } = useTranslation('faces.administration')
  const work = useAssessmentWork(begun, onDone)
  const [isThrowing, setIsThrowing] = useState(false)
  const { draft, at, isKept, isPending, goTo } = work
  const question = questions[at]
  return (
    <>
      {!isKept && <p role="alert">{t('assessment.notKept')}</p>}
      {question ? (
        <AssessmentQuestion
          key={question}
          question={question}
          no={at + 1}
          value={draft[question] ?? ''}
          onAnswer={(text) => work.answer(question, text)}
        />
      ) : (
        <Review work={work} />
      )}
      <div className={css.foot}>
        {at > 0 && <Button onClick={() => goTo(at - 1)}>{t('assessment.back')}</Button>}
        {question ? (
          <Button kind="main" onClick={() => goTo(at + 1)}>
            {t('assessment.next')}
          </Button>
        ) : (
          <Button kind="main" isWorking={isPending} onClick={() => void work.finish()}>
            {t('assessment.record')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => setIsThrowing(true)}>
          {t('assessment.throwAway')}
        </Button>
      </div>
      {isThrowing && (
        <ConfirmSheet
          isBad
          title={t('assessment.throw.title')}
          deedName={t('assessment.throwAway')}
          deed={work.drop}
          onClose={() => setIsThrowing(false)}
          onDone={onDone}
        >
          <p>{t('assessment.throw.text')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}

function Review({ work }: { work: ReturnType<typeof useAssessmentWork> }) {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { draft, open, error } = work
  return (
    <>
      <ErrorSummary
        title={t('assessment.open')}
        problems={open.map((each) => ({ message: t(`question.${each}.ask`), inputId: `go-${each}` }))}
      />
      <AnswerReview draft={draft} open={open} onGo={(each) => work.goTo(questions.indexOf(each))} />
      {error && (
        <InlineNotice tone="problem">
          {errorText(error)} {t('assessment.stays')}
        </InlineNotice>
      )}
    </>
  )
}
