import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { BulkMessage } from '#shared/messaging/bulk-message.contract.ts'
import { useBulkMessages } from '../hooks/use-bulk-messages.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { type BulkMessageAction, changeBulkMessage, readBulkMessages } from '../message.api.ts'
import { BulkMessageForm } from './bulk-message-form.tsx'
import css from './message-texts.module.css'

interface ListProps {
  messages: readonly BulkMessage[]
  /** By the server's clock. */
  now: string
  onChanged: () => void
}

/** The latest messages to many: how far each is, and what can still be done about it. */
function BulkMessageList({ messages, now, onChanged }: ListProps) {
  const { t } = useTranslation('messaging')
  return (
    <section className={css.preview} aria-labelledby="many-sent">
      <h2 id="many-sent" className={common.heading}>
        {t('many.latest')}
      </h2>
      {messages.length === 0 && <p className={common.soft}>{t('many.none')}</p>}
      <ul className={css.events}>
        {messages.map((message) => (
          <li key={message.id} className={css.paragraph}>
            <BulkMessageItem message={message} isWaiting={message.leavesAt > now} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ItemProps {
  message: BulkMessage
  isWaiting: boolean
  onChanged: () => void
}

function BulkMessageItem({ message, isWaiting, onChanged }: ItemProps) {
  const { t } = useTranslation('messaging')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { id, title, state, sent, total, leftCount, startedAt, leavesAt, by } = message
  const open = actionsFor(message)
  const { mutate, isPending, error } = useMutation(changeBulkMessage, { onSettled: onChanged })
  return (
    <>
      <h3 className={common.heading}>
        <bdi>{pick(title)}</bdi>
      </h3>
      <p className={common.soft}>
        <bdi>{pick(by.name)}</bdi> · <bdi>{format.dateTime(startedAt)}</bdi>
      </p>
      <p role="status">
        <strong>{t(`many.state.${state}`)}</strong> {t('many.progress', { sent, count: total })}{' '}
        {leftCount > 0 && t('many.notSent', { count: leftCount })}
        {state === 'running' && isWaiting && (
          <>
            {' '}
            {t('log.until')} <bdi>{format.dateTime(leavesAt)}</bdi>
          </>
        )}
      </p>
      {state === 'running' && <JobProgress label={pick(title)} done={sent + leftCount} total={total} />}
      {open.length > 0 && (
        <div className={css.actions}>
          {open.map((deed) => (
            <Button key={deed} isWorking={isPending} onClick={() => void mutate(id, deed)}>
              {t(`many.deed.${deed}`)}
            </Button>
          ))}
        </div>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

function actionsFor({ state, sent }: BulkMessage): BulkMessageAction[] {
  const back: BulkMessageAction[] = sent === 0 ? ['withdraw'] : []
  if (state === 'running') return [...back, 'stop']
  return state === 'stopped' ? ['resume', ...back] : []
}

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
