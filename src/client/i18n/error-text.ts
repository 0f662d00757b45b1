// chunk: bits
import { useTranslation } from 'react-i18next'
import type { MessageId } from '#shared/kernel/errors.ts'

/**
 * Answers a function from a `messageId` to its text for people. Load the words of `errors` before. Of an id that this version
 * has no text for, because the server is newer, it says that the server failed.
 */
export function useErrorText(): (messageId: MessageId) => string {
  const { t } = useTranslation('errors')
  return (messageId) => t([messageId, 'server.failed'])
}
