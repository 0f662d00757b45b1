import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import { readMany } from '../message.api.ts'
import { useFieldLabels } from '../use-field-labels.ts'
import { useMany } from '../use-many.ts'
import { ManyForm } from './many-form.tsx'
import { ManyList } from './many-list.tsx'

const pollMs = 3000

/** One message to many families: written, tried out, sent; and how far each of the latest is. */
export function ManyPart() {
  const { t } = useTranslation('messages')
  const errorText = useErrorText()
  const picked = useAtomValue(pickedStudentsAtom)
  const labels = useFieldLabels()
  const { answer, failure, again, heard } = useHeard(readMany)
  const many = useMany(picked, labels, again)
  const isRunning = answer?.messages.some(({ state }) => state === 'running') ?? false
  useRefresh({ again, heard }, isRunning ? pollMs : undefined)
  return (
    <>
      <ManyForm many={many} labels={labels} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <ManyList messages={answer.messages} now={answer.now} onChanged={again} />}
    </>
  )
}
