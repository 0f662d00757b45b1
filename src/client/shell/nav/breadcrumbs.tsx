// chunk: desk-frame
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NextIcon } from '#client/ui/icons/place-icons.tsx'
import { useRouteKey } from '../desk/use-route-key.ts'
import css from './breadcrumbs.module.css'
import { nameOf, type Place, trailTo } from './places.ts'

/** The way back from here. The start needs none; its line is kept free only where there is something in it. */
export function Breadcrumbs() {
  const { t } = useTranslation('frame')
  const trail = trailTo(useRouteKey())
  const here = useHereName()
  if (trail.length < 2) return null
  return (
    <nav className={css.crumbs} aria-label={t('crumbs')}>
      <ol className={css.list}>
        {trail.map((place, at) => (
          <li key={place} className={css.crumb}>
            {at > 0 && <NextIcon size={14} />}
            {at === trail.length - 1 ? (
              <span className={css.here} aria-current="page">
                {here ?? t(`place.${nameOf(place)}`)}
              </span>
            ) : (
              <Link to={returnPathOf[place as ReturnLink]} className={css.link}>
                {t(`place.${nameOf(place)}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The name of a settings page, by the last part of its address; undefined elsewhere, and for an address of no page. */
function useHereName(): string | undefined {
  const { i18n } = useTranslation('frame')
  const [, page] = /^\/settings\/(?:start\/)?([\w-]+)$/.exec(useLocation({ select: ({ pathname }) => pathname })) ?? []
  // Asked for without loading it: a settings page has loaded these words.
  const title: unknown = page && i18n.getResource(i18n.language, 'school.settings', `page.${page}.title`)
  return typeof title === 'string' && title !== '' ? title : undefined
}

/** What something stands below. */
type ReturnLink = Extract<Place, 'dashboard' | 'faces' | 'fees' | 'settings'>

const returnPathOf = {
  dashboard: '/dashboard',
  faces: '/faces',
  fees: '/fees',
  settings: '/settings',
} as const satisfies Record<ReturnLink, string>
