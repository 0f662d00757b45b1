import './theme/fonts.css'
import './theme/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isStaffPath } from './add-staff-routes.ts'
import { startI18n, suggestLanguage } from './i18n/i18n.ts'
import { missingPart } from './platform/page/update.atoms.ts'
import { schoolAtom } from './platform/session/school.atoms.ts'
import { refreshSchool, settleTenant } from './platform/session/tenant.ts'
import { store } from './platform/store.ts'
import { openRouter } from './router.tsx'

/** How long a first visit waits for the school's name and language before it shows the page without them. */
const firstVisitWaitMs = 2500
/** How long the first paint of the page may stand before the app's own frame takes its place without the screen. */
const firstScreenWaitMs = 5000

const within = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

async function followSchoolLanguage(): Promise<void> {
  const school = store.get(schoolAtom)
  if (school) await suggestLanguage(school.language, school.languages)
}

/** What a screen says in words of its own is no error of ours: a form that can't be had, a part that can't be loaded. */
const isExpected = (error: unknown) =>
  error instanceof Error && (error.name === 'FormUnavailable' || error.message === missingPart)

async function start() {
  if (import.meta.env.MODE === 'mock') await (await import('virtual:demo')).start()
  settleTenant(location.hostname)
  const school = refreshSchool()
  const isKnown = store.get(schoolAtom) !== null
  const words = startI18n()
  // A task of its own: on a slow phone all of this at once would keep a finger waiting.
  await new Promise((resolve) => setTimeout(resolve))
  const router = openRouter()
  await Promise.all([words, isKnown || within(school, firstVisitWaitMs)])
  await followSchoolLanguage()
  store.sub(schoolAtom, () => void followSchoolLanguage())

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const onCaughtError = (error: unknown) => void (isExpected(error) || reportError(error))
  await within(router.load(), firstScreenWaitMs)
  // As a transition the whole first screen is rendered in short tasks, and takes the place of the first paint at once.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </StrictMode>,
    ),
  )
  return router
}

const started = start()
addEventListener(
  'load',
  () =>
    void import('./platform/page/after-load.ts')
      .then(({ runAfterLoad }) => runAfterLoad(started, isStaffPath))
      .catch(() => undefined),
)
