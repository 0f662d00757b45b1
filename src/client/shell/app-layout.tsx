import { Outlet } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Mantine } from '#client/theme/mantine.tsx'
import { AppHeader } from './app-header.tsx'
import css from './app-layout.module.css'
import { MainPart } from './main-part.tsx'
import { useAccessCheck } from './use-access-check.ts'

/** The frame of everything behind sign-in: one quiet bar, then the screen. */
export function AppLayout() {
  const { t } = useTranslation()
  useAccessCheck()
  // The bar first, then the screen in slices: a slow tablet answers a finger in between.
  const isDrawn = useDeferredValue(true, false)
  return (
    <Mantine>
      <div className={css.page}>
        <a href="#main" className={css.skip}>
          {t('skip')}
        </a>
        <AppHeader />
        <MainPart id="main" tabIndex={-1} className={css.main}>
          {isDrawn && <Outlet />}
        </MainPart>
      </div>
    </Mantine>
  )
}
