import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { identityAtom, lacksSnapshotAtom } from '#client/platform/offline/device.ts'
import { sessionAtom, userAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import css from '../self-service.module.css'

const Notice = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <section className={css.scene}>
    <h1 className={css.title}>{title}</h1>
    <p className={css.lead}>{text}</p>
    {children && <div className={css.links}>{children}</div>}
  </section>
)

/** Why nobody can buy here (yet): the device is not for it, or it has nothing to sell from. */
export function NoLocation() {
  const { t } = useTranslation('pos.self-service')
  const identity = useAtomValue(identityAtom)
  const lacksSnapshot = useAtomValue(lacksSnapshotAtom)
  if (identity === null || (identity && identity.till.kind !== 'kiosk'))
    return (
      <Notice title={t('notKiosk.title')} text={t('notKiosk.text')}>
        <Link to="/pos/pair">{t('notKiosk.pair')}</Link>
      </Notice>
    )
  if (identity === undefined || !lacksSnapshot) return null
  return <Notice title={t('fetching.title')} text={t('fetching.text')} />
}

/** No shift is open: a person of the staff opens one at the same tablet. */
export function Closed() {
  const { t } = useTranslation('pos.self-service')
  const isSignedIn = useAtomValue(sessionAtom).signedIn
  return (
    <Notice title={t('closed.title')} text={t('closed.text')}>
      {isSignedIn ? <Link to="/pos">{t('closed.toTill')}</Link> : <Link to="/pos-sign-in">{t('closed.signIn')}</Link>}
    </Notice>
  )
}

/** Somebody is signed in: the tablet goes to pupils only without them. */
export function HandOver({ onHandOver }: { onHandOver: () => Promise<void> }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const user = useAtomValue(userAtom)
  return (
    <Notice title={t('handOver.title')} text={t('handOver.text', { name: user ? `⁨${pick(user.name)}⁩` : '' })}>
      <Button kind="main" size="large" onClick={() => void onHandOver()}>
        {t('handOver.go')}
      </Button>
      <Link to="/pos">{t('handOver.toTill')}</Link>
    </Notice>
  )
}
