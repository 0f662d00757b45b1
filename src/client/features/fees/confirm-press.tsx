// chunk: fees
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

interface ConfirmPressProps {
  /** What will be done and can't be taken back. */
  question: ReactNode
  /** Says what is done, with its amount or day. */
  confirm: string
  cancel: string
  isWorking: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks once more before what can't be taken back. Cancel stands first, where the button was that led here: the second press of a
 * double-click cancels.
 */
export function ConfirmPress({ question, confirm, cancel, isWorking, onConfirm, onCancel }: ConfirmPressProps) {
  return (
    <div className={common.stack}>
      <InlineNotice tone="warning">{question}</InlineNotice>
      <p className={common.actions}>
        <Button disabled={isWorking} onClick={onCancel}>
          {cancel}
        </Button>
        <Button kind="bad" isWorking={isWorking} onClick={onConfirm}>
          {confirm}
        </Button>
      </p>
    </div>
  )
}
