import { Outlet } from '@tanstack/react-router'
import { SchoolMark } from '../school-mark.tsx'
import { Footer } from './footer.tsx'
import css from './form-layout.module.css'
import { MainPart } from './main-part.tsx'
import { LanguageSwitch, ModeSwitch } from './switches.tsx'

/** The plain frame of the school's forms: its name, the form, the legal texts. Light, for it opens on phones. */
export function FormLayout() {
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <SchoolMark />
        <span className={css.switches}>
          <ModeSwitch />
          <LanguageSwitch />
        </span>
      </header>
      <MainPart className={css.main}>
        <Outlet />
      </MainPart>
      <Footer />
    </div>
  )
}
