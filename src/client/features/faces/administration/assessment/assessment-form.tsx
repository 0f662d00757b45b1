import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { ConfirmSheet } from '../components/confirm-sheet.tsx'
import css from '../components/desk-page.module.css'
import { record } from '../face-desk.api.ts'
import { deleteAssessment, saveAssessment } from './assessment-draft.ts'
import { AssessmentQuestion } from './assessment-question.tsx'
import { type AssessmentDraft, type Question, questions, readAssessment } from './assessment-questions.ts'
import { useAnswerText } from './use-answer-text.ts'

/** Where somebody goes on who comes back: the first question without an answer, or the end. */
function firstOpen(draft: AssessmentDraft): number {
  const first = questions.findIndex((question) => !draft[question])
  return first < 0 ? questions.length : first
}

/** An assessment while it is written. Every letter is kept on this device as it is typed; a failed save loses nothing. */
function useAssessmentWork(begun: AssessmentDraft, onDone: () => void) {
  const [draft, setDraft] = useState(begun)
  const [at, setAt] = useState(() => firstOpen(begun))
  const [open, setOpen] = useState<Question[]>([])
  const [isKept, setIsKept] = useState(true)
  useBusy(true)
  const drop = async () => {
    // What cannot be forgotten now is offered again, and can be thrown away then.
    await deleteAssessment().catch(() => undefined)
  }
  const { mutate, isPending, error } = useMutation(record, {
    onSuccess: async () => {
      await drop()
      onDone()
    },
  })
  const answer = (question: Question, text: string) => {
    const next = { ...draft, [question]: text }
    setDraft(next)
    setOpen(open.filter((each) => each !== question))
    saveAssessment(next).then(
      () => setIsKept(true),
      () => setIsKept(false),
    )
  }
  const finish = async () => {
    const { answers, open: missing } = readAssessment(draft)
    setOpen(missing)
    if (answers) await mutate(answers)
  }
  return { draft, at, open, isKept, isPending, error, goTo: setAt, answer, finish, drop }
}

interface AnswerReviewProps {
  draft: AssessmentDraft
  /** What is not answered so that it could be recorded. */
  open: readonly Question[]
  onGo: (question: Question) => void
}

/** All answers before they are recorded, each with the way back to its question. */
function AnswerReview({ draft, open, onGo }: AnswerReviewProps) {
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
