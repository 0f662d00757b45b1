// chunk: frame
import { Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Footer } from './footer.tsx'
import css from './form-layout.module.css'
import { MainPart } from './main-part.tsx'
import { PublicBar } from './public-bar.tsx'

const SignedInLayout = lazy(() =>
  import('../family/signed-in-layout.tsx').then((it) => ({ default: it.SignedInLayout })),
)

/** Pages that an emailed token opens, and those of a family's account. */
const byToken = /^\/(family|consent|criteria|appointment|documents|fee-account|fee-paid|([a-z-]+-)?offer-letter)\b/

/**
 * The plain frame of the school's forms: its name, the form, the legal texts. Light, for it opens on phones. A signed-in person sees
 * pages that a token opens inside the app's layout, a family inside its own.
 */
export function FormLayout() {
  const { signedIn } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  if (signedIn && byToken.test(pathname)) return <SignedInLayout />
  return (
    <div className={css.page}>
      <PublicBar />
      <MainPart className={css.main}>
        <Outlet />
      </MainPart>
      <Footer />
    </div>
  )
}
