import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import css from './submission-sheet.module.css'

interface LinkDeedsProps {
  /** Whose link it is. */
  name: string
  isOver: boolean
  end(again: boolean): Promise<unknown>
  onChange(): void
}

/** Ends a mailed link, or sends another in its place. */
export function LinkDeeds({ name, isOver, end, onChange }: LinkDeedsProps) {
  const { t } = useTranslation('students.family')
  const errorText = useErrorText()
  const [refused, setRefused] = useState<MessageId>()
  const act = async (again: boolean) => {
    setRefused(undefined)
    try {
      await end(again)
      onChange()
    } catch (error) {
      setRefused(messageIdOf(error))
    }
  }
  return (
    <div className={common.actions}>
      {!isOver && (
        <button
          type="button"
          className={css.button}
          aria-label={t('endNamed', { name })}
          onClick={() => void act(false)}
        >
          {t('end')}
        </button>
      )}
      <button
        type="button"
        className={css.button}
        aria-label={t('againNamed', { name })}
        onClick={() => void act(true)}
      >
        {t('again')}
      </button>
      {refused && <InlineNotice tone="problem">{errorText(refused)}</InlineNotice>}
    </div>
  )
}
