import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityAtom, startDevice } from '#client/platform/offline/device.ts'
import { facesAtom } from '#client/platform/offline/faces.ts'
import { openTillAtom, useTillUpdates } from '#client/platform/offline/open-till.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { hasScopedPermission } from '#shared/kernel/roles.ts'
import { Register } from './components/register.tsx'
import { FacesOffScreen } from './faces-off-screen.tsx'
import { GuardianScreen } from './guardian-screen.tsx'
import css from './registration.module.css'

/** Registering faces: by a guardian's link on their own phone, else by staff at a paired tablet. */
export function RegistrationScreen() {
  const token = useLinkToken()
  return token === undefined ? <AtTablet /> : <GuardianScreen key={token} token={token} />
}

/** Who may, for whom, with whose consent; then the camera. */
function AtTablet() {
  const { t } = useTranslation('faces')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    startDevice().catch(() => setHasFailed(true))
  }, [])
  useTillUpdates()
  const identity = useAtomValue(identityAtom)
  const open = useAtomValue(openTillAtom)
  const faces = useAtomValue(facesAtom)?.faces
  const { signedIn, kind, user } = useAtomValue(sessionAtom)
  if (hasFailed || identity === null || identity?.till.kind === 'desk')
    return (
      <Notice name="noTablet">
        <Link to="/pos/pair">{t('register.noTablet.pair')}</Link>
      </Notice>
    )
  if (faces?.state === 'off') return <FacesOffScreen />
  if (faces?.state === 'expired') return <Notice name="expired" />
  if (!open || faces?.state !== 'ready') return <Notice name="waiting" />
  if (!signedIn || !user)
    return (
      <Notice name="signIn">
        <Link to="/sign-in" search={{ redirectUrl: '/faceid/registration' }}>
          {t('register.signIn.go')}
        </Link>
      </Notice>
    )
  if (!hasScopedPermission(kind, user.authority, 'faces.enrol')) return <p role="alert">{t('register.notYours')}</p>
  return <Register faces={faces} userId={user.userId} />
}

function Notice({ name, children }: { name: 'noTablet' | 'signIn' | 'waiting' | 'expired'; children?: ReactNode }) {
  const { t } = useTranslation('faces')
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t(`register.${name}.title`)}</h1>
      <p role="status">{t(`register.${name}.text`)}</p>
      {children && <p className={css.links}>{children}</p>}
    </section>
  )
}
