// chunk: answers
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { type WorkStanding, WorkStatus } from '#shared/forms/work-application.contract.ts'
import { saveWorkStatus } from '../submissions.api.ts'

interface WorkStatusProps {
  submissionId: string
  work: WorkStanding
  onChanged: () => void
}

/** How an application for work stands; another choice is saved at once. */
export function WorkStatusField({ submissionId, work, onChanged }: WorkStatusProps) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const save = (status: WorkStatus) => saveWorkStatus({ id: submissionId, seen: work.revision, status })
  const { mutate, isPending, error } = useMutation(save, { onSettled: onChanged })
  return (
    <>
      <ChoiceField
        label={t('column.status')}
        values={WorkStatus.options}
        nameOf={(each) => t(`work.${each}`)}
        value={work.status}
        disabled={isPending}
        onChange={(chosen) => void mutate(chosen)}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
