// chunk: entry
import { Outlet } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Mantine } from '#client/theme/mantine.tsx'
import { Gate } from '../gate.tsx'
import css from './entry-layout.module.css'
import { Footer } from './footer.tsx'
import { MainPart } from './main-part.tsx'
import { PublicBar } from './public-bar.tsx'

/** What people see who are not signed in: the school on one side, one question on the other. */
export function EntryLayout({ children }: { children?: ReactNode }) {
  const school = useAtomValue(schoolAtom)
  const pick = useBilingual()
  return (
    <Mantine>
      <div className={css.page}>
        <aside className={css.panel} aria-label={school ? pick(school.name) : undefined}>
          <Gate />
          <p className={css.school}>{school && pick(school.name)}</p>
          {school?.swiperText.map((welcome) => (
            <p key={welcome.en} className={css.welcome}>
              {pick(welcome)}
            </p>
          ))}
        </aside>
        <div className={css.column}>
          <PublicBar />
          <MainPart className={css.main}>{children ?? <Outlet />}</MainPart>
          <Footer />
        </div>
      </div>
    </Mantine>
  )
}
