import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import {
  deviceProblemAtom,
  identityAtom,
  lostInstallAtom,
  lostOperationsAtom,
  startDevice,
} from '#client/platform/offline/device.ts'
import { PairForm } from './components/pair-form.tsx'
import { SelfTestCard } from './components/self-test-card.tsx'
import css from './pair-screen.module.css'

/** Makes this tablet a till or kiosk, and shows whether it can work without a network. */
export function PairScreen() {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const identity = useAtomValue(identityAtom)
  const lostLife = useAtomValue(lostInstallAtom)
  const isLockedOut = useAtomValue(deviceProblemAtom) === 'device.revoked'
  const lost = useAtomValue(lostOperationsAtom)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    startDevice().catch(() => setHasFailed(true))
  }, [])
  if (hasFailed) return <p role="alert">{t('pair.storageFailed')}</p>
  if (identity === undefined) return <div className={css.card} />
  if (identity === null)
    return (
      <section className={css.card}>
        <h1 className={css.title}>{t('pair.title')}</h1>
        <p className={css.lead}>{t('pair.lead')}</p>
        {lostLife && <p className={css.warning}>{t('pair.lostLife')}</p>}
        <PairForm />
      </section>
    )
  return (
    <section className={css.card}>
      <h1 className={css.title}>{pick(identity.till.name)}</h1>
      <p className={css.lead}>
        {t('pair.isPaired')} <bdi>{pick(identity.till.site)}</bdi>{' '}
        <bdi dir="ltr">{`${identity.till.siteCode}-${identity.till.tillCode}`}</bdi>
      </p>
      {lost > 0 && (
        <p className={css.warning} role="alert">
          {t('pair.lost', { count: lost })}
        </p>
      )}
      {isLockedOut ? (
        <>
          <p className={css.warning} role="alert">
            {t('pair.lockedOut')}
          </p>
          <PairForm />
        </>
      ) : (
        identity.till.kind !== 'desk' && <SelfTestCard />
      )}
      <Link to={identity.till.kind === 'desk' ? '/kiosk' : '/pos'} className={css.go}>
        {t(identity.till.kind === 'desk' ? 'pair.goDesk' : 'pair.go')}
      </Link>
    </section>
  )
}
