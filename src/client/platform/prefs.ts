import { atom } from 'jotai'
import { directionOf } from '#client/i18n/direction.ts'
import { schoolAtom } from './school.atoms.ts'
import { storedAtom } from './storage.ts'

/** The language on screen; written by i18n only. What a person chose is kept by i18n, as the specification names it. */
export const localeAtom = atom('en')

export interface Theme {
  /** Follows the language. */
  direction: 'ltr' | 'rtl'
  themeColor: string
  primaryColorLevel: number
  mode: 'light' | 'dark'
  panelExpand: boolean
  cardBordered: boolean
  controlSize: 'xs' | 'sm' | 'md' | 'lg'
  navMode: 'light' | 'transparent'
  layout: { sideNavCollapse: boolean }
}

export const themeDefaults: Theme = {
  direction: 'ltr',
  themeColor: 'teal',
  primaryColorLevel: 600,
  mode: 'light',
  panelExpand: false,
  cardBordered: false,
  controlSize: 'md',
  navMode: 'light',
  layout: { sideNavCollapse: true },
}

/** Only what the person has chosen is stored, so that a school may change its look later. */
const chosenThemeAtom = storedAtom<Partial<Theme>>('theme', {})

/** Product defaults, then the school's look, then the person's choices. */
export const themeAtom = atom(
  (get): Theme => {
    const look = get(schoolAtom)?.theme
    const ofSchool = look
      ? { themeColor: look.themeColor, primaryColorLevel: look.primaryColorLevel, mode: look.mode }
      : undefined
    const direction = directionOf(get(localeAtom))
    return { ...themeDefaults, ...ofSchool, ...get(chosenThemeAtom), direction }
  },
  (get, set, choice: Partial<Theme>) => set(chosenThemeAtom, { ...get(chosenThemeAtom), ...choice }),
)
