import { Outlet } from '@tanstack/react-router'
import { Footer } from './footer.tsx'
import css from './form-layout.module.css'
import { MainPart } from './main-part.tsx'
import { PublicBar } from './public-bar.tsx'

/** The plain frame of the school's forms: its name, the form, the legal texts. Light, for it opens on phones. */
export function FormLayout() {
  return (
    <div className={css.page}>
      <PublicBar />
      <MainPart className={css.main}>
        <Outlet />
      </MainPart>
      <Footer />
    </div>
  )
}
