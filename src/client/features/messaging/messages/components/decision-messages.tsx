import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/roles.ts'
import { readMessages } from '../message.api.ts'
import css from './decision-messages.module.css'
import { MessageItem } from './message-item.tsx'

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
