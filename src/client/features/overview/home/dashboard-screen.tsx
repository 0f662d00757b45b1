import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { MyChildren } from './components/my-children.tsx'
import { PlaceTile } from './components/place-tile.tsx'
import { StartedForms } from './components/started-forms.tsx'
import css from './dashboard-screen.module.css'
import { type Place, placesFor } from './places.ts'

const StartCard = lazy(async () => {
  const [card] = await Promise.all([import('../start/start-card.tsx'), loadWords('school.settings')])
  return { default: card.StartCard }
})

interface DashboardProps {
  /** For staff who may see them. */
  Students: ComponentType<{ greeting: ReactNode }>
}

/** Where people land: who they are, where they are, and what they may do here. */
export function DashboardScreen({ Students }: DashboardProps) {
  const { t } = useTranslation(['common', 'frame'])
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const { kind, user } = useAtomValue(sessionAtom)
  const roles = user?.authority ?? []
  const places = placesFor(kind, roles)
  const hasDesk = hasScopedPermission(kind, roles, 'students.see')
  const lms = school?.lmsUrl && (
    <a href={school.lmsUrl} className={link.link}>
      {t('frame:lms')}
    </a>
  )
  const welcome = t('common:dashboard.welcome', { name: user ? pick(user.name) : '' })
  return (
    <div className={css.page} data-desk={hasDesk || undefined}>
      {!hasDesk && (
        <>
          <p className={common.softLine}>
            {school && pick(school.name)}
            {lms && <> · {lms}</>}
          </p>
          <h1 className={css.title} data-personal>
            {welcome}
          </h1>
        </>
      )}
      {hasScopedPermission(kind, roles, 'school.settings') && (
        <Suspense fallback={null}>
          <StartCard />
        </Suspense>
      )}
      {hasDesk ? (
        <Students
          greeting={
            <div className={css.greeting}>
              <h1 data-personal>{welcome}</h1>
              {lms}
            </div>
          }
        />
      ) : (
        <Places places={places} />
      )}
      {roles.includes('family') && <MyFees />}
      {roles.includes('family') && <MyChildren />}
      {roles.includes('family') && <StartedForms />}
    </div>
  )
}

/** Where this person may go: someone with a desk has the list there, and the ways to other pages in the menu. */
function Places({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation()
  if (places.length === 0) return <p>{t('dashboard.nothing')}</p>
  return (
    <ul className={css.tiles}>
      {places.map((place) => (
        <li key={place}>
          <PlaceTile place={place} />
        </li>
      ))}
    </ul>
  )
}

/** The way to what a family pays. */
function MyFees() {
  const { t } = useTranslation('students')
  return (
    <p>
      <Link to="/fee-{$page}/$" params={{ page: 'account', _splat: '' }} className={link.link}>
        {t('children.fees')}
      </Link>
    </p>
  )
}
