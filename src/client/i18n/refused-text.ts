import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { hourMs, minuteMs } from '#shared/kernel/time.ts'
import { useErrorText } from './error-text.ts'

const waits = { 'auth.too-many-attempts': 'attempts', 'auth.too-many-mails': 'mails' } as const

/**
 * Answers a function from a refusal to its text, with the time to wait where the server named one. Load the words of
 * `errors` before.
 */
export function useRefusedText(): (refused: Refused) => string {
  const { t } = useTranslation('errors')
  const errorText = useErrorText()
  return ({ messageId, retryAfterMs }) => {
    if (!retryAfterMs || (messageId !== 'auth.too-many-attempts' && messageId !== 'auth.too-many-mails'))
      return errorText(messageId)
    const what = waits[messageId]
    return retryAfterMs > 2 * hourMs
      ? t(`wait.${what}Hours`, { count: Math.ceil(retryAfterMs / hourMs) })
      : t(`wait.${what}`, { count: Math.ceil(retryAfterMs / minuteMs) })
  }
}
