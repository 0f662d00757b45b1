// chunk: frame
import { SchoolMark } from '../school-mark.tsx'
import css from './public-bar.module.css'
import { LanguageSwitch, ModeSwitch } from './switches.tsx'

/** The bar above everything that needs no sign-in: whose page it is, and the two switches. */
export const PublicBar = () => (
  <header className={css.bar}>
    <SchoolMark />
    <span className={css.switches}>
      <ModeSwitch />
      <LanguageSwitch />
    </span>
  </header>
)
