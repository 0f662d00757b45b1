import { Link, useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityAtom, startDevice } from '#client/platform/offline/device.ts'
import { facesAtom } from '#client/platform/offline/faces.ts'
import { openTillAtom, useTillUpdates } from '#client/platform/offline/open-till.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useGuardianLink } from '#client/platform/session/use-guardian-link.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { GuardianRegister } from './components/guardian-register.tsx'
import { Register } from './components/register.tsx'
import { Submitted } from './components/submitted.tsx'
import { FacesOffScreen } from './faces-off-screen.tsx'
import css from './registration.module.css'

/** A guardian registers the pupil's face by the link under which they agreed, on their own phone. */
function GuardianScreen({ token }: { token: string }) {
  const { t } = useTranslation('faces')
  const navigate = useNavigate()
  const contact = useAtomValue(schoolAtom)?.contact
  const link = useGuardianLink(token)
  const { kept, failure, again, rowOf } = link
  const sent = kept?.enrolment === undefined ? undefined : rowOf(kept.enrolment)
  if (failure === 'link.over' || (failure && !kept)) {
    return (
      <>
        {/* What was handed in here before the link was over: whether the school has it is said all the same. */}
        {kept && sent && <Submitted row={sent} subject={kept.page.subject} />}
        <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
      </>
    )
  }
  if (!kept) return <p className={css.wait} aria-busy="true" />
  const toDecisions = () => void navigate({ to: '/consent/$', params: { _splat: 'open' }, state: { linkToken: token } })
  if (!kept.page.face) {
    return (
      <Closed page={kept.page} onDecisions={toDecisions}>
        {sent?.state === 'attention' && <Submitted row={sent} subject={kept.page.subject} />}
      </Closed>
    )
  }
  return (
    <>
      {failure && (
        <p className={css.soft} role="status">
          {t('guardian.offline')}
        </p>
      )}
      <GuardianRegister
        token={token}
        page={kept.page}
        registeredAt={kept.page.face.registeredAt}
        sent={sent}
        onKept={link.setKept}
        onDecisions={toDecisions}
      />
    </>
  )
}

interface ClosedProps {
  page: ConsentPage
  onDecisions: () => void
  children: ReactNode
}

/** This link registers no face now: why, and what can be done about it. */
function Closed({ page: { faceClosed, subject }, onDecisions, children }: ClosedProps) {
  const { t } = useTranslation('faces')
  const why = faceClosed ?? 'other'
  const name = `⁨${subject}⁩`
  return (
    <section className={css.box} data-closed={why}>
      {children}
      <h1 className={css.title} data-personal>
        {t(`guardian.closed.${why}.title`, { name })}
      </h1>
      <p>{t(`guardian.closed.${why}.text`, { name })}</p>
      <Button kind={why === 'undecided' ? 'main' : 'plain'} size="large" onClick={onDecisions}>
        {t('guardian.decisions')}
      </Button>
    </section>
  )
}

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
