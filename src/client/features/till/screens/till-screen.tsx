import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityAtom, lacksSnapshotAtom, startDevice } from '#client/platform/device.ts'
import { Button } from '../parts/button.tsx'
import { Gate } from '../parts/gate.tsx'
import { Sheets } from '../parts/sheets.tsx'
import { TillBoard } from '../parts/till-board.tsx'
import { openTillAtom } from '../till.atoms.ts'
import { useFollowTill } from '../use-till.ts'
import css from './till-screen.module.css'

const ShiftGate = lazy(async () => ({ default: (await import('../parts/shift-gate.tsx')).ShiftGate }))

/** Opens this device's memory; says so when it cannot be opened. */
function useDevice(): { hasFailed: boolean; retry: () => void } {
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) startDevice().catch(() => setHasFailed(true))
  }, [hasFailed])
  return { hasFailed, retry: () => setHasFailed(false) }
}

export function TillScreen() {
  const { t } = useTranslation('till')
  const { hasFailed, retry } = useDevice()
  useFollowTill()
  const identity = useAtomValue(identityAtom)
  const open = useAtomValue(openTillAtom)
  const lacksSnapshot = useAtomValue(lacksSnapshotAtom)
  // Drawn in slices: the whole board at once would keep the first tap waiting on a slow tablet.
  const isDrawn = useDeferredValue(open !== null)
  if (open && isDrawn)
    return (
      <>
        {open.till.shift ? (
          <TillBoard />
        ) : (
          <Suspense fallback={<div className={css.blank} />}>
            <ShiftGate />
          </Suspense>
        )}
        <Sheets />
      </>
    )
  if (hasFailed)
    return (
      <Gate
        title={t('gate.failed.title')}
        actions={
          <Button kind="main" onClick={retry}>
            {t('retry')}
          </Button>
        }
      >
        <p>{t('gate.failed.text')}</p>
      </Gate>
    )
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
  if (open || identity === undefined || !lacksSnapshot) return <div className={css.blank} />
  return (
    <Gate title={t('gate.fetching.title')}>
      <p role="status">{t('gate.fetching.text')}</p>
    </Gate>
  )
}
