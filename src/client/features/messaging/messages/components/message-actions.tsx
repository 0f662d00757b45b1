import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { useMessageAction } from '../hooks/use-message-action.ts'
import type { Action } from '../message.api.ts'
import css from './decision-messages.module.css'

interface ActionsProps {
  message: { id: string; state: string; recipients: readonly unknown[] }
  onChanged: () => void
}

/** Stops a message that waits, or sends it now: each with a reason, which colleagues read later. */
export function MessageActions({ message, onChanged }: ActionsProps) {
  const { t } = useTranslation('messaging.student')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const [deed, setDeed] = useState<Action>()
  const { mutate, isPending, error } = useMessageAction(onChanged)
  const { state, recipients } = message
  const open: Action[] = [
    ...(state === 'waiting' ? (['stop'] as const) : []),
    ...((state === 'waiting' || state === 'stopped') && recipients.length > 0 ? (['send'] as const) : []),
  ]
  const alert = error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>
  if (open.length === 0 || !hasScopedPermission(kind, user?.authority ?? [], 'messages.decide')) return alert ?? null
  return (
    <>
      <div className={common.actions}>
        {open.map((each) => (
          <Button key={each} aria-expanded={deed === each} onClick={() => setDeed(deed === each ? undefined : each)}>
            {t(`deed.${each}`)}
          </Button>
        ))}
      </div>
      {deed && open.includes(deed) && (
        <ReasonForm
          key={deed}
          deed={deed}
          isWorking={isPending}
          onSend={(reason) =>
            void mutate({ messageId: message.id, deed, reason }).then((isDone) => isDone && setDeed(undefined))
          }
        />
      )}
      {alert}
    </>
  )
}

interface FormProps {
  deed: Action
  isWorking: boolean
  onSend: (reason: string) => void
}

function ReasonForm({ deed, isWorking, onSend }: FormProps) {
  const { t } = useTranslation('messaging.student')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const missingId = useId()
  const send = () => {
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') onSend(reason.trim())
  }
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField
        label={t(`why.${deed}`)}
        maxLength={500}
        aria-required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? missingId : undefined}
        value={reason}
        onChange={setReason}
      />
      {isMissing && (
        <InlineNotice tone="problem" id={missingId}>
          {t('reasonMissing')}
        </InlineNotice>
      )}
      <div className={common.actions}>
        <Button kind="main" isWorking={isWorking} type="submit">
          {t(`confirm.${deed}`)}
        </Button>
      </div>
    </form>
  )
}
