// chunk: frame
import { atom } from 'jotai'
import { directionOf } from '#client/i18n/direction.ts'
import { schoolAtom } from './session/school.atoms.ts'
import { storedAtom } from './storage.ts'

/** The language on screen; written by i18n only. What a person chose is kept by i18n, as the specification names it. */
export const localeAtom = atom('en')

export interface Theme {
  /** Follows the language. */
  direction: 'ltr' | 'rtl'
  /** By name (theme/palette.ts); whatever is not in there is the school's own. */
  themeColor: string
  primaryColorLevel: number
  mode: 'light' | 'dark'
  panelExpand: boolean
  cardBordered: boolean
  controlSize: 'xs' | 'sm' | 'md' | 'lg'
  /** How high a line of a list is: 44 or 40 px. */
  density: 'comfortable' | 'compact'
  /** The columns of the list of students, as its address names them; absent for the usual ones. */
  columns?: string
  navMode: 'light' | 'transparent'
  layout: { sideNavCollapse: boolean }
  /** The menu in two columns: groups of 80 px, and the pages of one of them beside it. */
  navSplit: boolean
  /** Whether letters alone are shortcuts (WCAG 2.1.4: who speaks to the computer switches them off). */
  singleKeys: boolean
  /** The shade of everything, which colour and level make; kept beside a choice of them, so that the first paint has it. */
  brand?: string
}

/** What a person may choose: the direction follows the language, and the brightness may follow the device. */
type ThemeChoice = Partial<Omit<Theme, 'direction' | 'mode'>> & { mode?: Theme['mode'] | 'system' }

export const themeDefaults: Theme = {
  direction: 'ltr',
  themeColor: 'teal',
  primaryColorLevel: 600,
  mode: 'light',
  panelExpand: false,
  cardBordered: false,
  controlSize: 'md',
  density: 'comfortable',
  navMode: 'light',
  layout: { sideNavCollapse: true },
  navSplit: false,
  singleKeys: true,
}

/** Only what the person has chosen is stored, so that a school may change its look later. */
export const chosenThemeAtom = storedAtom<ThemeChoice>('theme', {})

const darkDevice = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const deviceMode = () => (darkDevice?.matches ? 'dark' : 'light')

/** What the device likes, also when that changes in the evening. */
const deviceModeAtom = atom<Theme['mode']>(deviceMode())
deviceModeAtom.onMount = (set) => {
  const follow = () => set(deviceMode())
  darkDevice?.addEventListener('change', follow)
  return () => darkDevice?.removeEventListener('change', follow)
}

/** Product defaults, then the school's look, then the person's choices. */
export const themeAtom = atom(
  (get): Theme => {
    // Kept as JSON: what a school has not set is not there.
    const set = get(schoolAtom)?.theme as Partial<Theme> | undefined
    const theme = { ...themeDefaults, ...set, ...get(chosenThemeAtom) }
    const mode = theme.mode === 'system' ? get(deviceModeAtom) : theme.mode
    return { ...theme, mode, direction: directionOf(get(localeAtom)) }
  },
  (get, set, choice: ThemeChoice) => set(chosenThemeAtom, { ...get(chosenThemeAtom), ...choice }),
)
