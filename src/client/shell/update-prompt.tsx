// chunk: settle
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyUpdate } from '#client/platform/page/app-update.ts'
import { isBusyHere } from '#client/platform/page/busy.ts'
import { updateAtom } from '#client/platform/page/update.atoms.ts'
import css from './update-prompt.module.css'

const lookEveryMs = 2000

/** Is work open in this tab? Asked again and again, because a cart may open and close at any time. */
function useBusyHere(): boolean {
  const [isBusy, setIsBusy] = useState(isBusyHere)
  useEffect(() => {
    const timer = setInterval(() => setIsBusy(isBusyHere()), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  return isBusy
}

/** Offers a new release, and only while nothing is open here. What is open in other tabs is found out on the click. */
export function UpdatePrompt() {
  const { t } = useTranslation()
  const state = useAtomValue(updateAtom)
  const isBusy = useBusyHere()
  const [phase, setPhase] = useState<'ready' | 'applying' | 'elsewhere'>('ready')
  if (state === 'none' || isBusy) return null
  const apply = async () => {
    setPhase('applying')
    setPhase((await applyUpdate()) ? 'ready' : 'elsewhere')
  }
  const isApplying = phase === 'applying'
  return (
    <aside className={css.prompt} role="status" data-state={state}>
      <span>{t(`update.${phase}`)}</span>
      <button type="button" className={css.apply} aria-busy={isApplying} onClick={isApplying ? undefined : apply}>
        {t('update.apply')}
      </button>
    </aside>
  )
}
