import { useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { usePathToken } from '#client/platform/session/use-link-token.ts'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { Done, OpenedConsent } from './components/opened-consent.tsx'
import { useConsent } from './hooks/use-consent.ts'

/** What stands in the address bar once the token is out of it. */
const bare = '/consent/open'

/** A guardian decides, by the link of a mail. */
export function ConsentScreen() {
  const { _splat = '' } = useParams({ from: '/_plain/consent/$' })
  const token = usePathToken(_splat, bare)
  const { t } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  if (token === undefined) {
    return (
      <LinkExpired title={t('none')} contact={contact}>
        {t('noneText')}
      </LinkExpired>
    )
  }
  return <ByLink key={token} token={token} />
}

function ByLink({ token }: { token: string }) {
  const consent = useConsent(token)
  const { kept, failure, again } = consent
  const contact = useAtomValue(schoolAtom)?.contact
  if (failure === 'link.over' || (failure && !kept)) {
    return (
      <>
        {/* What was decided here before the link was over: whether it counts is said all the same. */}
        {kept && <Done consent={{ ...consent, kept }} />}
        <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
      </>
    )
  }
  if (!kept) return <p className={linkPage.wait} aria-busy="true" />
  return <OpenedConsent consent={{ ...consent, kept }} />
}
