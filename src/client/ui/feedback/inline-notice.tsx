// chunk: links
import type { ComponentProps } from 'react'
import css from './inline-notice.module.css'

interface InlineNoticeProps extends Omit<ComponentProps<'p'>, 'className'> {
  /** A problem interrupts anyone who listens; the others wait their turn. */
  tone: 'problem' | 'warning' | 'success' | 'info'
  /** In a box of its own, which may hold paragraphs and buttons. */
  isBoxed?: boolean
}

/** What went wrong, what went well or what to know, where it belongs on the page, and read aloud when it appears. */
export function InlineNotice({ tone, isBoxed = false, ...rest }: InlineNoticeProps) {
  const Element = isBoxed ? 'div' : 'p'
  return (
    <Element
      role={tone === 'problem' ? 'alert' : 'status'}
      {...rest}
      className={css.notice}
      data-tone={tone}
      data-boxed={isBoxed || undefined}
    />
  )
}
