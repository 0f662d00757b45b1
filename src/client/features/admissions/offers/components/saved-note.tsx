import { type ReactNode, useEffect, useRef } from 'react'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

/** Says that something was done, and takes the focus: what was pressed may be gone. */
export function SavedNote({ children }: { children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <InlineNotice tone="success" ref={said} tabIndex={-1}>
      {children}
    </InlineNotice>
  )
}
