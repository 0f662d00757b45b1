// chunk: till
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityAtom, startDevice } from '#client/platform/offline/device.ts'
import { openTillAtom, useTillUpdates } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Gate } from './board/gate.tsx'
import css from './board/no-till-yet.module.css'
import { Sheets } from './board/sheets.tsx'
import { TillBoard } from './board/till-board.tsx'

const NoTillYet = lazy(async () => ({ default: (await import('./board/no-till-yet.tsx')).NoTillYet }))
const ShiftGate = lazy(async () => ({ default: (await import('./shift/shift-gate.tsx')).ShiftGate }))

/** Opens this device's memory; says so when it cannot be opened. */
function useDevice(): { hasFailed: boolean; retry: () => void } {
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) startDevice().catch(() => setHasFailed(true))
  }, [hasFailed])
  return { hasFailed, retry: () => setHasFailed(false) }
}

const blank = <div className={css.blank} />

export function TillScreen() {
  const { t } = useTranslation('pos.till')
  const { hasFailed, retry } = useDevice()
  useTillUpdates()
  const open = useAtomValue(openTillAtom)
  const isOpen = open !== null
  // Undefined while this device's own copy is being read.
  const isKnown = useAtomValue(identityAtom) !== undefined
  useEffect(() => {
    if (!isOpen) return
    import('./cart/keep-cart.ts').then(({ keepCart }) => keepCart()).catch(() => undefined)
    import('./begin-later.ts').then(({ beginLater }) => beginLater()).catch(() => undefined)
  }, [isOpen])
  // Drawn in slices: the whole board at once would keep the first tap waiting on a slow tablet.
  const isDrawn = useDeferredValue(isOpen)
  if (open && isDrawn)
    return (
      <>
        {open.till.shift ? (
          <TillBoard />
        ) : (
          <Suspense fallback={blank}>
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
  if (open || !isKnown) return blank
  return (
    <Suspense fallback={blank}>
      <NoTillYet />
    </Suspense>
  )
}
