import { createTheme, MantineThemeProvider } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { resumeDeskWork } from '#client/platform/offline/desk-outbox.atoms.ts'
import { themeAtom } from '#client/platform/prefs.ts'
import outer from '../layout/app-frame.module.css'
import { Footer } from '../layout/footer.tsx'
import { MainPart } from '../layout/main-part.tsx'
import { Breadcrumbs } from '../nav/breadcrumbs.tsx'
import { SideNav } from '../nav/side-nav.tsx'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import css from './desk-frame.module.css'
import { DeskHeader } from './desk-header.tsx'
import { DeskParts } from './desk-parts.tsx'

/** Mantine's parts follow the size that a person has chosen (`--control`, desk-frame.module.css), whatever size a screen asks for. */
const sizes = createTheme({
  components: {
    Button: { vars: () => ({ root: { '--button-height': 'var(--control)' } }) },
    Input: { vars: () => ({ wrapper: { '--input-height': 'var(--control)', '--input-size': 'var(--control)' } }) },
  },
})

/** The frame of a desk: where one can go at the side, who one is and what one looks for at the top. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const theme = useAtomValue(themeAtom)
  useShortcuts()
  useEffect(() => {
    void resumeDeskWork()
    const forget = () =>
      void import('#client/platform/offline/forget-erased.ts').then(({ forgetErased }) => forgetErased())
    forget()
    addEventListener('online', forget)
    return () => removeEventListener('online', forget)
  }, [])
  const frame = (
    <div
      className={`${outer.page} ${css.page}`}
      data-collapsed={theme.layout.sideNavCollapse || undefined}
      data-nav={theme.navMode}
      data-control={theme.controlSize}
      data-expand={theme.panelExpand || undefined}
      data-bordered={theme.cardBordered || undefined}
    >
      <a href="#main" className={outer.skip}>
        {t('skip')}
      </a>
      <DeskHeader />
      <div className={css.columns}>
        <SideNav isCollapsed={theme.layout.sideNavCollapse} />
        <div className={`${outer.page} ${css.content}`}>
          <Breadcrumbs />
          <MainPart id="main" tabIndex={-1} className={outer.main}>
            {children}
          </MainPart>
          <Footer />
        </div>
      </div>
      <DeskParts />
    </div>
  )
  return theme.controlSize === 'md' ? frame : <MantineThemeProvider theme={sizes}>{frame}</MantineThemeProvider>
}
