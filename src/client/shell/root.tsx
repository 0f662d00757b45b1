import { Outlet } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { updateAtom } from '#client/platform/page/update.atoms.ts'
import { themeAtom } from '#client/platform/prefs.ts'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { paintBrand } from '#client/theme/brand.ts'

const NoSchool = lazy(() => import('./no-school.tsx').then((it) => ({ default: it.NoSchool })))
const Nothing = () => null
/** A prompt that cannot be fetched is no reason to take the screen away. */
const fetchPrompt = () =>
  import('./update-prompt.tsx').then(
    ({ UpdatePrompt: Prompt }) => ({ default: Prompt }),
    () => ({ default: Nothing }),
  )
const UpdatePrompt = lazy(fetchPrompt)

/** After the first load and before it is needed: it is, when parts of this release can't be had any more. */
function fetchPromptInTime(): () => void {
  const fetchNow = () => void fetchPrompt()
  if (document.readyState === 'complete') fetchNow()
  else addEventListener('load', fetchNow, { once: true })
  return () => removeEventListener('load', fetchNow)
}

/** Light or dark, for every colour there is: the variables of app.css and those of Mantine hang on this attribute. */
function useColourMode(): void {
  const { mode, brand } = useAtomValue(themeAtom)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = mode
    dataset.respectReducedMotion = 'true'
  }, [mode])
  useLayoutEffect(() => {
    if (brand) paintBrand(brand)
  }, [brand])
}

/** No school, no screen: everything below stands inside one school. */
export function Root() {
  const { state } = useAtomValue(tenantAtom)
  const update = useAtomValue(updateAtom)
  useColourMode()
  useEffect(fetchPromptInTime, [])
  return (
    <>
      <Suspense fallback={null}>{state === 'open' ? <Outlet /> : <NoSchool />}</Suspense>
      {/* By itself: while it is fetched, the screen with its open dialogs must stay. */}
      <Suspense fallback={null}>{update !== 'none' && <UpdatePrompt />}</Suspense>
    </>
  )
}
