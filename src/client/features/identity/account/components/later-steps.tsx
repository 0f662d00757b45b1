// chunk: account
import { type ComponentProps, lazy, Suspense } from 'react'

/*
 * What comes after a call to the server is fetched after the first paint: who opens the page does not wait for it. Each in
 * a frame of its own, so that the page around it stays meanwhile.
 */

const FetchedCodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))
const FetchedDoneCard = lazy(async () => ({ default: (await import('./done-card.tsx')).DoneCard }))

export const CodeStep = (props: ComponentProps<typeof FetchedCodeStep>) => (
  <Suspense fallback={null}>
    <FetchedCodeStep {...props} />
  </Suspense>
)

export const DoneCard = (props: ComponentProps<typeof FetchedDoneCard>) => (
  <Suspense fallback={null}>
    <FetchedDoneCard {...props} />
  </Suspense>
)
