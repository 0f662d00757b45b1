import { lazy, Suspense, useEffect } from 'react'
import { fetchSheets } from '../board/sheets.tsx'

const OpenShiftForm = lazy(async () => ({ default: (await import('./open-shift-form.tsx')).OpenShiftForm }))

/** Before anything is sold a shift is opened. */
export function ShiftGate() {
  useEffect(fetchSheets, [])
  return (
    <Suspense fallback={null}>
      <OpenShiftForm />
    </Suspense>
  )
}
