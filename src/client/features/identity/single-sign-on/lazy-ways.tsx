// chunk: entry
import { type ComponentProps, lazy, Suspense } from 'react'
import type { InvitedWay } from './invited-way.tsx'
import type { OtherWays } from './other-ways.tsx'

const Ways = lazy(async () => ({ default: (await import('./other-ways.tsx')).OtherWays }))
const Invited = lazy(async () => ({ default: (await import('./invited-way.tsx')).InvitedWay }))

/** The ways in besides the password, fetched once the page is there. */
export const LazyOtherWays = (props: ComponentProps<typeof OtherWays>) => (
  <Suspense fallback={null}>
    <Ways {...props} />
  </Suspense>
)

/** The way to take an invitation up without a password, fetched likewise. */
export const LazyInvitedWay = (props: ComponentProps<typeof InvitedWay>) => (
  <Suspense fallback={null}>
    <Invited {...props} />
  </Suspense>
)
