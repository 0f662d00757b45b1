// chunk: desk-frame
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/kernel/roles.ts'
import { navEntries } from './nav-entries.ts'
import { nameOf } from './places.ts'

/** The menu of somebody with these roles, as text: what they will see, before they are given them. */
export function NavPreview({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('frame')
  return (
    <ul>
      {navEntries('staff', roles).map(({ group, places }) => (
        <li key={group}>
          {t(`group.${group}`)}
          <ul>
            {places.map((place) => (
              <li key={place}>{t(`place.${nameOf(place)}`)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
