// chunk: desk-frame
import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CollapseIcon } from '#client/ui/icons/frame-icons.tsx'
import { collapseAction } from '../desk/desk.atoms.ts'
import { useScrollToCurrent } from '../desk/use-scroll-to-current.ts'
import { useTip } from '../desk/use-tip.ts'
import { NavList } from './nav-list.tsx'
import css from './side-nav.module.css'

/** At the side where there is room for it: 290 px with words, 80 px with pictures. */
export function SideNav({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('frame')
  const collapse = useSetAtom(collapseAction)
  const { tip, over } = useTip(isCollapsed)
  const list = useRef<HTMLDivElement>(null)
  useScrollToCurrent(list)
  return (
    <nav
      className={css.side}
      aria-label={t('nav.label')}
      data-column="side"
      data-collapsed={isCollapsed || undefined}
      {...over}
    >
      <div ref={list} className={css.list}>
        <NavList isCollapsed={isCollapsed} />
      </div>
      <button type="button" className={css.toggle} aria-expanded={!isCollapsed} data-tip onClick={collapse}>
        <CollapseIcon />
        <span className={css.name}>{t(isCollapsed ? 'nav.expand' : 'nav.collapse')}</span>
      </button>
      {tip && (
        <span className={css.tip} style={{ insetBlockStart: tip.top }} aria-hidden="true">
          {tip.text}
        </span>
      )}
    </nav>
  )
}
