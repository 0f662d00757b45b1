// chunk: family
import { useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { isFamily } from '#client/platform/session/entry-path.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { FamilyLayout } from './family-layout.tsx'

const AppLayout = lazy(() => import('../layout/app-layout.tsx').then((it) => ({ default: it.AppLayout })))

/** What a signed-in person sees around pages that a token opens: a family its own frame, everybody else the app's. */
export function SignedInLayout() {
  const { user } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  return isFamily(user?.authority) || pathname.startsWith('/family') ? <FamilyLayout /> : <AppLayout />
}
