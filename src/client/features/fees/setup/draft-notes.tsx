// chunk: fees
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FeeRefusal } from './fee-refusal.tsx'

export interface DraftNotesProps {
  /** What is shown was typed earlier and not saved. */
  isBack: boolean
  error: Refused | undefined
  /** Reads again what the server has, once somebody else has changed it; has to be stable. */
  onStale: () => void
  /** Saves what is typed over what somebody else has saved. */
  onOverwrite: () => void
  /** Discards what is typed. */
  onDiscard: () => void
}

/** Says above the fields that what stands in them was typed earlier. */
export function BackNote({ isBack }: Pick<DraftNotesProps, 'isBack'>) {
  const { t } = useTranslation('fees.setup')
  return isBack && <InlineNotice tone="info">{t('draft.back')}</InlineNotice>
}

/** Why a draft was not saved, and how to go on after somebody else’s change. */
export function DraftNotes({ error, onStale, onOverwrite, onDiscard }: Omit<DraftNotesProps, 'isBack'>) {
  const { t } = useTranslation('fees.setup')
  const isConflict = error?.messageId === 'fees.changed'
  useEffect(() => {
    if (isConflict) onStale()
  }, [isConflict, onStale])
  if (!isConflict) return <FeeRefusal error={error} />
  return (
    <>
      <InlineNotice tone="problem">{t('draft.conflict')}</InlineNotice>
      <div className={common.actions}>
        <Button onClick={onOverwrite}>{t('draft.overwrite')}</Button>
        <Button onClick={onDiscard}>{t('draft.discard')}</Button>
      </div>
    </>
  )
}
