import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/school.atoms.ts'
import { sessionAtom } from '#client/platform/session.ts'
import { BegunForms } from '../parts/begun-forms.tsx'
import { PlaceTile } from '../parts/place-tile.tsx'
import { placesFor } from '../places.ts'
import css from './dashboard-screen.module.css'

/** Where people land: who they are, where they are, and what they may do here. */
export function DashboardScreen() {
  const { t } = useTranslation()
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const { kind, user } = useAtomValue(sessionAtom)
  const places = placesFor(kind, user?.authority ?? [])
  return (
    <div className={css.page}>
      <p className={css.school}>{school && pick(school.name)}</p>
      <h1 className={css.title} data-personal>
        {t('dashboard.welcome', { name: user ? pick(user.name) : '' })}
      </h1>
      {places.length === 0 && <p>{t('dashboard.nothing')}</p>}
      <ul className={css.tiles}>
        {places.map((place) => (
          <li key={place}>
            <PlaceTile place={place} />
          </li>
        ))}
      </ul>
      {user?.authority.includes('family') && <BegunForms />}
    </div>
  )
}
