import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './app-frame.module.css'
import { AppHeader } from './app-header.tsx'
import { MainPart } from './main-part.tsx'

/** One quiet bar, then the screen: for tills, which need every line of pixels, and wherever the frame of a desk can't be had. */
export function SlimFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={css.page}>
      <a href="#main" className={css.skip}>
        {t('skip')}
      </a>
      <AppHeader />
      <MainPart id="main" tabIndex={-1} className={css.main}>
        {children}
      </MainPart>
    </div>
  )
}
