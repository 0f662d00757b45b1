import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { readSubmission } from '../submissions.api.ts'
import { SubmissionParts } from './submission-sheet.tsx'

/** An application as it was handed in, inside of the file of one of its children. */
export function ApplicationSection({ submissionId }: { submissionId: string | null }) {
  return submissionId && <Application key={submissionId} id={submissionId} />
}

function Application({ id }: { id: string }) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const question = useCallback(() => readSubmission(id), [id])
  const { answer, failure, again } = useAnswer(question)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <SubmissionParts
          detail={answer}
          onOpen={(other) => void navigate({ to: '/pre_admission', search: { open: other } })}
        />
      )}
    </>
  )
}
