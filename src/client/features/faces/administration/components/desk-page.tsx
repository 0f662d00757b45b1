import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '#client/platform/session/session.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { addressOf, type DeskPlace, deskPlaces, mayOpen } from '../desk-places.ts'
import css from './desk-page.module.css'

interface DeskPageProps extends Omit<ComponentProps<typeof ListFrame>, 'title'> {
  place: DeskPlace
}

/** One of the pages about faces, below the way to the others. */
export function DeskPage({ place, ...frame }: DeskPageProps) {
  const { t } = useTranslation('faces.administration')
  return (
    <>
      <DeskNav />
      <ListFrame {...frame} title={t(`place.${place}`)} />
    </>
  )
}

function DeskNav() {
  const { t } = useTranslation('faces.administration')
  const { kind, user } = useAtomValue(sessionAtom)
  const row = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window: where one is must be in sight.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={row} className={css.nav} aria-label={t('title')}>
      <ul className={css.places}>
        {deskPlaces
          .filter((place) => mayOpen(kind, user?.authority ?? [], place))
          .map((place) => (
            <li key={place}>
              <Link to={addressOf[place]} className={css.place} activeOptions={{ exact: true, includeSearch: false }}>
                {t(`place.${place}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
