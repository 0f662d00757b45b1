import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useGuardianLink } from '#client/platform/session/use-guardian-link.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import { GuardianRegister } from './components/guardian-register.tsx'
import { Submitted } from './components/submitted.tsx'
import css from './registration.module.css'

/** A guardian registers the pupil's face by the link under which they agreed, on their own phone. */
export function GuardianScreen({ token }: { token: string }) {
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
