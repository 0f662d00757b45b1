import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { useMany } from '../hooks/use-many.ts'
import { readMany } from '../message.api.ts'
import { ManyForm } from './many-form.tsx'
import { ManyList } from './many-list.tsx'

const runningOf = ({ messages }: Awaited<ReturnType<typeof readMany>>) =>
  messages.filter(({ state }) => state === 'running')

/** One message to many families: written, tried out, sent; and how far each of the latest is. */
export function ManyPart() {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const picked = useAtomValue(pickedStudentsAtom)
  const labels = useFieldLabels()
  const { answer, failure, again } = useJobs(readMany, runningOf)
  const many = useMany(picked, labels, again)
  return (
    <>
      <ManyForm many={many} labels={labels} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <ManyList messages={answer.messages} now={answer.now} onChanged={again} />}
    </>
  )
}
