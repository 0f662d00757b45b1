// chunk: desk-frame
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EnquiryLink } from '#client/platform/page/enquiry-link.tsx'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useRouteKey } from '../desk/use-route-key.ts'
import { addressOf, type NavEntries, type NavPlace, navEntries } from './nav-entries.ts'
import { placeIcons } from './nav-icons.ts'
import css from './nav-list.module.css'
import { nameOf, trailTo } from './places.ts'

interface NavListProps {
  /** Pictures only; their names are read aloud and shown as tips. */
  isCollapsed: boolean
  onGo?: () => void
}

/** What the menu shows this person, and which entry of it they are at. */
export function useNavEntries(): { entries: NavEntries[]; current: string | undefined } {
  const { kind, user } = useAtomValue(sessionAtom)
  const routeKey = useRouteKey()
  const entries = navEntries(kind, user?.authority ?? [])
  const known: readonly string[] = entries.flatMap(({ places }) => places)
  // What stands below an entry is marked there; all of it stands below the start, which is marked for itself only.
  const nearest = trailTo(routeKey).findLast((place) => known.includes(place))
  const current = nearest === 'dashboard' && routeKey !== 'dashboard' ? undefined : nearest
  return { entries, current }
}

export function NavList({ isCollapsed, onGo }: NavListProps) {
  const { entries, current } = useNavEntries()
  return (
    <div className={css.groups} data-collapsed={isCollapsed || undefined}>
      {entries.map((each) => (
        <NavGroupList key={each.group} {...each} current={current} onGo={onGo} />
      ))}
    </div>
  )
}

interface GroupProps extends NavEntries {
  current: string | undefined
  onGo?: (() => void) | undefined
}

export function NavGroupList({ group, places, current, onGo }: GroupProps) {
  const { t } = useTranslation('frame')
  const titleId = useId()
  return (
    <div className={css.group}>
      <p id={titleId} className={css.title}>
        <span>{t(`group.${group}`)}</span>
      </p>
      <ul className={css.list} aria-labelledby={titleId}>
        {places.map((place) => (
          <li key={place}>
            <Entry place={place} isCurrent={place === current} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ place, isCurrent, onGo }: { place: NavPlace; isCurrent: boolean; onGo?: (() => void) | undefined }) {
  const { t } = useTranslation('frame')
  const Icon = placeIcons[place]
  const name = <span className={css.name}>{t(`place.${nameOf(place)}`)}</span>
  if (place === 'enquiry.new') {
    return (
      <EnquiryLink className={css.entry} onClick={onGo}>
        <Icon />
        {name}
      </EnquiryLink>
    )
  }
  return (
    <Link
      to={addressOf[place]}
      className={css.entry}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent ? 'page' : undefined}
      data-current={isCurrent || undefined}
      onClick={onGo}
    >
      <Icon />
      {name}
    </Link>
  )
}
