import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from './submission-sheet.module.css'

interface LinkActionsProps {
  /** Whose link it is. */
  name: string
  isOver: boolean
  end(again: boolean): Promise<unknown>
  onChange(): void
}

/** Ends a mailed link, or sends another in its place. */
export function LinkActions({ name, isOver, end, onChange }: LinkActionsProps) {
  const { t } = useTranslation('students.family')
  const errorText = useErrorText()
  const { mutate, error } = useMutation(end, { onSuccess: onChange })
  return (
    <div className={common.actions}>
      {!isOver && (
        <button
          type="button"
          className={css.button}
          aria-label={t('endNamed', { name })}
          onClick={() => void mutate(false)}
        >
          {t('end')}
        </button>
      )}
      <button
        type="button"
        className={css.button}
        aria-label={t('againNamed', { name })}
        onClick={() => void mutate(true)}
      >
        {t('again')}
      </button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}
