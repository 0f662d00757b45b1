import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { useBulkMessages } from '../hooks/use-bulk-messages.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { readBulkMessages } from '../message.api.ts'
import { BulkMessageForm } from './bulk-message-form.tsx'
import { BulkMessageList } from './bulk-message-list.tsx'

const runningOf = ({ messages }: Awaited<ReturnType<typeof readBulkMessages>>) =>
  messages.filter(({ state }) => state === 'running')

/** One message to many families: written, tried out, sent; and how far each of the latest is. */
export function BulkMessagePart() {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const picked = useAtomValue(pickedStudentsAtom)
  const labels = useFieldLabels()
  const { answer, failure, again } = useJobs(readBulkMessages, runningOf)
  const many = useBulkMessages(picked, labels, again)
  return (
    <>
      <BulkMessageForm many={many} labels={labels} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <BulkMessageList messages={answer.messages} now={answer.now} onChanged={again} />}
    </>
  )
}
