// chunk: desk-frame
import { atom } from 'jotai'
import { themeAtom } from '#client/platform/prefs.ts'

/** What lies over the page at the moment: one thing at a time. */
export const openPartAtom = atom<'none' | 'nav' | 'search' | 'theme' | 'keys'>('none')

/** What is looked for: also what is typed while the field is still being fetched. */
export const searchTextAtom = atom('')

/** Narrow or wide, remembered. */
export const collapseAction = atom(null, (get, set) => {
  const { layout } = get(themeAtom)
  set(themeAtom, { layout: { ...layout, sideNavCollapse: !layout.sideNavCollapse } })
})
