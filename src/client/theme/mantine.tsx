// chunk: mantine
import 'virtual:mantine.css'
import { DirectionContext, MantineContext, MantineThemeProvider } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { themeAtom } from '#client/platform/prefs.ts'
import { theme } from './theme.ts'

const getRootElement = () => document.documentElement
const isOursToDecide = () => undefined

/**
 * Mantine's contexts without MantineProvider, which writes `<style>` tags (our policy allows none), keeps its own colour
 * scheme in browser storage (ours has one place) and brings 5 KB to do so. Its variables are a static stylesheet. Around the
 * layouts that use its parts, not around the app: pages for families must open fast, and do without.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const { mode, direction } = useAtomValue(themeAtom)
  const context = useMemo(
    () => ({
      colorScheme: mode,
      setColorScheme: isOursToDecide,
      clearColorScheme: isOursToDecide,
      getRootElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: false,
    }),
    [mode],
  )
  const reading = useMemo(
    () => ({ dir: direction, toggleDirection: isOursToDecide, setDirection: isOursToDecide }),
    [direction],
  )
  return (
    <MantineContext value={context}>
      <DirectionContext value={reading}>
        <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
      </DirectionContext>
    </MantineContext>
  )
}
