import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { Refused } from './sign-in.actions.ts'

const minuteMs = 60_000

/** Answers a function from a refusal to its text, with the minutes to wait where the server named a time. */
export function useRefusedText(): (refused: Refused) => string {
  const { t } = useTranslation('sign-in')
  const errorText = useErrorText()
  return ({ messageId, retryAfterMs }) =>
    messageId === 'auth.too-many-attempts' && retryAfterMs
      ? t('wait', { count: Math.ceil(retryAfterMs / minuteMs) })
      : errorText(messageId)
}
