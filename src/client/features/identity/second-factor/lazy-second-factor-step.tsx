import { lazy, Suspense } from 'react'
import type { SecondFactorStepProps } from './second-factor-step.tsx'

const Step = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }))

/** The second half of a sign-in, fetched when it is asked for: most people who sign in never see it. */
export const LazySecondFactorStep = (props: SecondFactorStepProps) => (
  <Suspense fallback={null}>
    <Step {...props} />
  </Suspense>
)
