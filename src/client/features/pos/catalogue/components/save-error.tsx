import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'

/** As a `ref`: scrolls to an element when it appears. A form on a phone may be longer than the screen. */
const scrollIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

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
