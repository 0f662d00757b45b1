// chunk: screen
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, type ReactNode, Suspense, use, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { currentSession, type Session, sessionAtom } from '#client/platform/session/session.ts'
import { SignOutIcon } from '#client/ui/icons/place-icons.tsx'
import { SchoolMark } from '../school-mark.tsx'
import { signOutOnThisDevice } from '../sign-out.ts'
import { SyncSlot } from '../sync-slot.tsx'
import { useAccessCheck } from '../use-access-check.ts'
import frame from './app-frame.module.css'
import appHeaderStyles from './app-header.module.css'
import { MainPart } from './main-part.tsx'
import { LanguageSwitch, ModeSwitch } from './switches.tsx'

function AppHeader() {
  const { t } = useTranslation()
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const { pathname } = useLocation()
  return (
    // At the till every line of pixels counts: the bar is lower there.
    <header className={pathname === '/pos' ? `${frame.bar} ${appHeaderStyles.compact}` : frame.bar}>
      <Link to="/" className={frame.home}>
        <SchoolMark />
      </Link>
      <SyncSlot />
      <span className={appHeaderStyles.tools}>
        {user && (
          <span className={appHeaderStyles.person}>
            <bdi>{pick(user.name)}</bdi>
          </span>
        )}
        <ModeSwitch />
        <LanguageSwitch />
        <button type="button" className={appHeaderStyles.signOut} onClick={() => void signOutOnThisDevice()}>
          <SignOutIcon />
          <span className={appHeaderStyles.signOutText}>{t('signOut')}</span>
        </button>
      </span>
    </header>
  )
}

const Mantine = lazy(() => import('#client/theme/mantine.tsx').then((it) => ({ default: it.Mantine })))

interface Slot {
  Frame: ComponentType<{ children: ReactNode }>
}

let fetching: Promise<Slot | undefined> | undefined

/** Of somebody who sells, or at the till's own screen: nothing of the desk's frame is loaded there. */
const isSlim = (kind: 'staff' | 'pos', pathname: string): boolean => kind === 'pos' || /^\/pos\/?$/.test(pathname)

/** The frame with its words, asked for once; undefined where it can't be had, which is no reason to take the screen away. */
const fetchFrame = (): Promise<Slot | undefined> => (fetching ??= fetchIt())

async function fetchIt(): Promise<Slot | undefined> {
  try {
    const [{ DeskFrame }] = await Promise.all([import('../desk/desk-frame.tsx'), loadWords('frame')])
    return { Frame: DeskFrame }
  } catch {
    // Another load of the page tries again.
    return undefined
  }
}

/**
 * One quiet bar, then the screen: for tills, which need every line of pixels, and wherever the frame of a desk can't be had. The till's
 * own screen starts without Mantine, of which it has no part.
 */
function SlimFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isTill = useMatches({ select: (matches) => matches.at(-1)?.fullPath === '/pos/' })
  return (
    <div className={frame.page}>
      <a href="#main" className={frame.skip}>
        {t('skip')}
      </a>
      <AppHeader />
      <MainPart id="main" tabIndex={-1} className={frame.main}>
        {isTill ? (
          children
        ) : (
          <Suspense fallback={null}>
            <Mantine>{children}</Mantine>
          </Suspense>
        )}
      </MainPart>
    </div>
  )
}

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
  return <Frame>{isDrawn && <Outlet />}</Frame>
}

/** Waits for the frame of a desk the first time only; the page that is left stays until then. */
function DeskOrSlim({ children }: { children: ReactNode }) {
  const slot = use(fetchFrame())
  return slot ? <slot.Frame>{children}</slot.Frame> : <SlimFrame>{children}</SlimFrame>
}
