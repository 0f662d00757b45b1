import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '#client/platform/session/session.ts'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { addressOf, type DeskPlace, deskPlaces, mayOpen } from '../desk-places.ts'

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
  return (
    <PageTabs label={t('title')}>
      {deskPlaces
        .filter((place) => mayOpen(kind, user?.authority ?? [], place))
        .map((place) => (
          <li key={place}>
            <Link to={addressOf[place]} activeOptions={{ exact: true, includeSearch: false }}>
              {t(`place.${place}`)}
            </Link>
          </li>
        ))}
    </PageTabs>
  )
}
