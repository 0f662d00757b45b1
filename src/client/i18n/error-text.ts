import { useTranslation } from 'react-i18next'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Answers a function from a `messageId` to its text for people. Load the words of `errors` before. */
export function useErrorText(): (messageId: MessageId) => string {
  const { t } = useTranslation('errors')
  return (messageId) => t(messageId)
}
