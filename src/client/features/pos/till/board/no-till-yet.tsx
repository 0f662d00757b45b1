import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { identityAtom, lacksSnapshotAtom } from '#client/platform/offline/device.ts'
import { Gate } from './gate.tsx'
import css from './no-till-yet.module.css'

/** Why there is no till here (yet): the device is none, it is a front desk, or it has nothing to sell from. */
export function NoTillYet() {
  const { t } = useTranslation('pos.till')
  const identity = useAtomValue(identityAtom)
  const lacksSnapshot = useAtomValue(lacksSnapshotAtom)
  if (identity === null)
    return (
      <Gate
        title={t('gate.unpaired.title')}
        actions={
          <Link to="/pos/pair" className={css.link}>
            {t('gate.unpaired.pair')}
          </Link>
        }
      >
        <p>{t('gate.unpaired.text')}</p>
      </Gate>
    )
  if (identity?.till.kind === 'desk')
    return (
      <Gate
        title={t('gate.desk.title')}
        actions={
          <Link to="/kiosk" className={css.link}>
            {t('gate.desk.open')}
          </Link>
        }
      >
        <p>{t('gate.desk.text')}</p>
      </Gate>
    )
  // Its own copy is being read: a moment, in which nobody need be told of a network.
  if (!lacksSnapshot) return <div className={css.blank} />
  return (
    <Gate title={t('gate.fetching.title')}>
      <p role="status">{t('gate.fetching.text')}</p>
    </Gate>
  )
}
