import { Outlet } from '@tanstack/react-router'
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
  return (
    <Mantine>
      <div className={css.page}>
        <a href="#main" className={css.skip}>
          {t('skip')}
        </a>
        <AppHeader />
        <MainPart id="main" tabIndex={-1} className={css.main}>
          <Outlet />
        </MainPart>
      </div>
    </Mantine>
  )
}
