import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Printout } from '#client/ui/print/printout.tsx'
import { minuteMs } from '#shared/kernel/time.ts'
import css from './document.module.css'

/** What a print of this page shows while it is mounted: a sheet of paper with the school's name in both languages. */
export function Document({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const school = useAtomValue(schoolAtom)
  const nowMs = useNow(minuteMs)
  return (
    <Printout size="page">
      <article className={css.document}>
        <header className={css.head}>
          <bdi lang="en">{school?.name.en}</bdi>
          <bdi lang="ar" dir="rtl">
            {school?.name.ar}
          </bdi>
        </header>
        <h1>{title}</h1>
        {children}
        <footer>{t('printed', { at: format.dateTime(nowMs) })}</footer>
      </article>
    </Printout>
  )
}
