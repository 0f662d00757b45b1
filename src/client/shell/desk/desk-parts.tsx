import { useAtom, useSetAtom } from 'jotai'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchInTurn } from '#client/platform/page/first-use.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { NavDrawer } from '../nav/nav-drawer.tsx'
import { openPartAtom, searchTextAtom } from './desk.atoms.ts'
import type { PartProps } from './part.types.ts'

/** A part that cannot be fetched says so; the page it would lie over stays. */
const orMissing = (part: Promise<ComponentType<PartProps>>) =>
  part.then(
    (found) => ({ default: found }),
    () => ({ default: MissingPart }),
  )

const fetchSearch = () => import('../search/search-sheet.tsx').then(({ SearchSheet }) => SearchSheet)
const fetchTheme = () => import('../theme/theme-sheet.tsx').then(({ ThemeSheet }) => ThemeSheet)
const fetchKeys = () => import('../shortcuts/keys-sheet.tsx').then(({ KeysSheet }) => KeysSheet)

const parts = {
  nav: NavDrawer,
  search: lazy(() => orMissing(fetchSearch())),
  theme: lazy(() => orMissing(fetchTheme())),
  keys: lazy(() => orMissing(fetchKeys())),
}

/** When the page has long been there: what lies over it also opens when the network is gone. */
const fetchAfterMs = 3000

export function DeskParts() {
  const [open, setOpen] = useAtom(openPartAtom)
  useEffect(() => {
    const fetchAll = () => void fetchInTurn([fetchSearch, fetchTheme, fetchKeys])
    const timer = setTimeout(fetchAll, fetchAfterMs)
    return () => {
      clearTimeout(timer)
      setOpen('none')
    }
  }, [setOpen])
  const setLookedFor = useSetAtom(searchTextAtom)
  useEffect(() => (open === 'none' ? setLookedFor('') : undefined), [open, setLookedFor])
  if (open === 'none') return null
  const Part = parts[open]
  return (
    <Suspense fallback={null}>
      <Part onClose={() => setOpen('none')} />
    </Suspense>
  )
}

function MissingPart({ onClose }: PartProps) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('crash.gone')} onClose={onClose} size="narrow">
      <p>{t('crash.goneHint')}</p>
    </Sheet>
  )
}
