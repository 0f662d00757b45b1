// chunk: answers
import { useCallback } from 'react'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { readSubmission } from '../submissions.api.ts'
import { AnswerList } from './answer-list.tsx'

/** All answers of one submission, without anything that is done with it. */
export function SubmissionAnswers({ id }: { id: string }) {
  const errorText = useErrorText()
  const { answer, failure } = useAnswer(useCallback(() => readSubmission(id), [id]))
  if (failure) return <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>
  if (!answer) return null
  return <AnswerList definition={answer.definition} answers={answer.answers as Answers} withheld={answer.withheld} />
}
