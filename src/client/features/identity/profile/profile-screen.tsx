// chunk: profile
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { MePart } from './components/me-part.tsx'
import { SchoolsPart } from './components/schools-part.tsx'
import { SecurityPart } from './components/security-part.tsx'
import { readProfile } from './profile.api.ts'
import css from './profile-screen.module.css'
import { type ProfileTab, profileTabs } from './profile-tabs.ts'

interface ProfileScreenProps {
  tab: ProfileTab
  /** Of the frame, which has them at hand everywhere else too. */
  Appearance: ComponentType
  Shortcuts: ComponentType
}

/** A person's own account: what it says of them, how it is kept safe, and how the app looks and obeys on this device. */
export function ProfileScreen({ tab, Appearance, Shortcuts }: ProfileScreenProps) {
  const { t } = useTranslation('identity.profile')
  return (
    <ListFrame title={t('title')}>
      <nav className={css.nav} aria-label={t('tabs.label')}>
        <ul className={css.tabs}>
          {profileTabs.map((each) => (
            <li key={each}>
              <TabLink tab={each} isHere={each === tab}>
                {t(`tabs.${each}`)}
              </TabLink>
            </li>
          ))}
        </ul>
      </nav>
      <section className={css.part} aria-label={t(`tabs.${tab}`)}>
        {tab === 'appearance' && <Appearance />}
        {tab === 'shortcuts' && <Shortcuts />}
        {tab === 'schools' && <SchoolsPart />}
        {(tab === 'me' || tab === 'security') && <Asked tab={tab} />}
      </section>
    </ListFrame>
  )
}

function TabLink({ tab, isHere, children }: { tab: ProfileTab; isHere: boolean; children: string }) {
  const look = { className: css.tab, 'aria-current': isHere ? ('page' as const) : undefined }
  return tab === 'me' ? (
    <Link to="/profile" activeOptions={{ exact: true }} {...look}>
      {children}
    </Link>
  ) : (
    <Link to="/profile/$tab" params={{ tab }} {...look}>
      {children}
    </Link>
  )
}

/** What only the server knows. */
function Asked({ tab }: { tab: 'me' | 'security' }) {
  const { t } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readProfile)
  return (
    <>
      {failure && (
        <InlineNotice tone="warning" isBoxed role="alert">
          {errorText(failure)}{' '}
          <button type="button" className={css.again} onClick={again}>
            {t('retry')}
          </button>
        </InlineNotice>
      )}
      {!answer && !failure && <p role="status">{t('loading')}</p>}
      {answer && tab === 'me' && <MePart profile={answer.profile} />}
      {answer && tab === 'security' && (
        <SecurityPart userName={answer.profile.userName} sessions={answer.sessions} onChanged={again} />
      )}
    </>
  )
}
