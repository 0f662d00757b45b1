import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { hourMs } from '#shared/kernel/time.ts'
import type { StudentMessage } from '#shared/messaging/student-message.contract.ts'
import { readMessages } from '../message.api.ts'
import css from './decision-messages.module.css'
import { MessageActions } from './message-actions.tsx'

interface ItemProps {
  message: StudentMessage
  /** By the server's clock. */
  now: string
  onChanged: () => void
}

/** One message: what it says, where it stands, to whom it goes or went, and what stands against it. */
function MessageItem({ message, now, onChanged }: ItemProps) {
  const { t } = useTranslation('messaging.student')
  const format = useFormat()
  const { id, event, state, madeAt, finding, textVersion } = message
  const heading = `message-${id}`
  return (
    <article className={css.message} aria-labelledby={heading}>
      <h3 id={heading} className={css.head}>
        {t(`event.${event}`)} <span data-state={state}>{t(`state.${state}`)}</span>
      </h3>
      <p className={common.soft}>
        {t('decided')} <bdi>{format.dateTime(madeAt)}</bdi>
        {textVersion !== null && ` · ${textVersion === 0 ? t('ready') : t('version', { version: textVersion })}`}
      </p>
      {finding && state === 'waiting' && (
        <p className={css.finding}>
          {finding.kind === 'missing' ? t('finding.missing') : t(`finding.${finding.kind}`)}
          {finding.kind === 'missing' && <bdi dir="ltr"> {finding.field}</bdi>}
        </p>
      )}
      <Leaves message={message} now={now} />
      <Settled message={message} />
      <Recipients message={message} />
      <MessageActions message={message} onChanged={onChanged} />
    </article>
  )
}

/** When it leaves by itself, and how long that is from now. */
function Leaves({ message: { state, dueAt, finding }, now }: Pick<ItemProps, 'message' | 'now'>) {
  const { t } = useTranslation('messaging.student')
  const format = useFormat()
  if (state !== 'waiting' || finding) return null
  const hours = Math.ceil((Date.parse(dueAt) - Date.parse(now)) / hourMs)
  return (
    <p>
      {hours > 0 ? (
        <>
          {t('leaves')} <bdi>{format.dateTime(dueAt)}</bdi> · {t('left', { count: hours })}
        </>
      ) : (
        t('leavesNow')
      )}
    </p>
  )
}

function Settled({ message: { state, settledAt, settledBy, reason } }: Pick<ItemProps, 'message'>) {
  const { t } = useTranslation('messaging.student')
  const format = useFormat()
  const pick = useBilingual()
  if (!settledAt) return null
  return (
    <>
      <p>
        {t(`state.${state}`)}: <bdi>{format.dateTime(settledAt)}</bdi>
        {settledBy && (
          <>
            {' · '}
            <bdi>{pick(settledBy.name)}</bdi>
          </>
        )}
      </p>
      {reason && (
        <p className={common.soft}>
          {t('reason')}: <bdi>{reason}</bdi>
        </p>
      )}
    </>
  )
}

function Recipients({ message: { id, recipients } }: Pick<ItemProps, 'message'>) {
  const { t } = useTranslation('messaging.student')
  if (recipients.length === 0) return null
  return (
    <ul className={css.people} aria-label={t('to')}>
      {recipients.map(({ name, email, language, delivery, failure }) => (
        <li key={`${id} ${email}`}>
          <bdi>{name}</bdi> · <bdi dir="ltr">{email}</bdi> · {t(`language.${language}`)}
          {delivery && <span className={common.soft}> · {t(`delivery.${delivery}`)}</span>}
          {failure && <span className={common.soft}> · {t(`failure.${failure}`)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** What a student's family was told of decisions, and what is about to leave; nothing for whom addresses are none of their business. */
export function DecisionMessages({ studentId }: { studentId: string }) {
  const { kind, user } = useAtomValue(sessionAtom)
  return hasScopedPermission(kind, user?.authority ?? [], 'messages.see') ? <OfStudent studentId={studentId} /> : null
}

function OfStudent({ studentId }: { studentId: string }) {
  const { t } = useTranslation('messaging.student')
  const errorText = useErrorText()
  const question = useCallback(() => readMessages(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  return (
    <div className={css.section}>
      <p className={common.soft}>{t('lead')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer?.messages.length === 0 && <p>{t('none')}</p>}
      {answer && answer.messages.length > 0 && (
        <ol className={common.list}>
          {answer.messages.map((message) => (
            <li key={message.id}>
              <MessageItem message={message} now={answer.now} onChanged={again} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
