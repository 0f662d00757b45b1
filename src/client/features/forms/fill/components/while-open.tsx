import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadWords } from '#client/i18n/i18n.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import { businessDay, minuteMs } from '#shared/kernel/time.ts'
import { admissionWindow } from '#shared/school/admission-window.rules.ts'

const ClosedForm = lazy(async () => {
  const [{ ClosedForm: Closed }] = await Promise.all([import('./closed-form.tsx'), loadWords('forms.closed')])
  return { default: Closed }
})

/** What a family applies with, while the school takes applications. A form that is open when a period ends stays open. */
export function WhileOpen({ children }: { children: ReactNode }) {
  const school = useAtomValue(schoolAtom)
  const [openedAt] = useState(useNow(minuteMs))
  const window = school && admissionWindow(school.dates, businessDay(openedAt, school.timeZone, 0))
  if (window?.state !== 'soon' && window?.state !== 'over') return children
  return (
    <Suspense fallback={null}>
      <ClosedForm state={window.state} day={(window.state === 'soon' ? window.turnsOn : window.endsOn) ?? ''} />
    </Suspense>
  )
}
