import { Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, use, useDeferredValue } from 'react'
import { currentSession, type Session, sessionAtom } from '#client/platform/session/session.ts'
import { Mantine } from '#client/theme/mantine.tsx'
import { useAccessCheck } from '../use-access-check.ts'
import { fetchFrame, isSlim } from './fetch-frame.ts'
import { SlimFrame } from './slim-frame.tsx'

/** Asked for while the parts of the screen are on their way, not after them. */
function startFrame({ signedIn, kind }: Session): void {
  if (signedIn && !isSlim(kind, location.pathname)) void fetchFrame()
}

startFrame(currentSession())

/** The frame of everything behind sign-in. */
export function AppLayout() {
  const { kind } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  useAccessCheck()
  // The bar first, then the screen in slices: a slow tablet answers a finger in between.
  const isDrawn = useDeferredValue(true, false)
  const Frame = isSlim(kind, pathname) ? SlimFrame : DeskOrSlim
  return (
    <Mantine>
      <Frame>{isDrawn && <Outlet />}</Frame>
    </Mantine>
  )
}

/** Waits for the frame of a desk the first time only; the page that is left stays until then. */
function DeskOrSlim({ children }: { children: ReactNode }) {
  const slot = use(fetchFrame())
  return slot ? <slot.Frame>{children}</slot.Frame> : <SlimFrame>{children}</SlimFrame>
}
