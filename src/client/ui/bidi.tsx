import type { ReactNode } from 'react'

/** A run with a direction of its own inside other text: names, numbers, amounts, e-mail addresses, ids. */
export const Isolated = ({ children, dir = 'auto' }: { children: ReactNode; dir?: 'auto' | 'ltr' }) => (
  <bdi dir={dir}>{children}</bdi>
)
