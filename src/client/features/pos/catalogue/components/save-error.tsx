import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import { scrollIntoSight } from './scroll-into-sight.ts'

/** Why a panel could not be saved, scrolled into sight. */
export function SaveError({ error }: { error: MessageId | undefined }) {
  const errorText = useErrorText()
  if (!error) return null
  return (
    <div ref={scrollIntoSight}>
      <InlineNotice tone="problem">{errorText(error)}</InlineNotice>
    </div>
  )
}
