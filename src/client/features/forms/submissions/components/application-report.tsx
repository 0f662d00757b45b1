import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { readSubmission } from '../submissions.api.ts'
import { AnswerList } from './answer-list.tsx'

/** An application as it was handed in, for paper: the answers and when they came, and nothing that can be pressed. */
export function ApplicationReport({ submissionId }: { submissionId: string | null }) {
  return submissionId && <Report key={submissionId} id={submissionId} />
}

function Report({ id }: { id: string }) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const format = useFormat()
  const question = useCallback(() => readSubmission(id), [id])
  const { answer, failure, again } = useAnswer(question)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <>
          <p>
            {t('column.at')}: <bdi>{format.dateTime(answer.submission.receivedAt)}</bdi>
          </p>
          {answer.withheld.length > 0 && <p>{t('detail.withheld')}</p>}
          <AnswerList definition={answer.definition} answers={answer.answers as Answers} withheld={answer.withheld} />
        </>
      )}
    </>
  )
}
