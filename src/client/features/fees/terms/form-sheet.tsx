// chunk: fees
import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'

interface FormSheetProps {
  title: string
  isSaving: boolean
  error: MessageId | undefined
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A sheet with fields, and the buttons to save and to cancel. Load the words of `fees.payers` before. */
export function FormSheet({ title, isSaving, error, onSave, onClose, children }: FormSheetProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const formId = useId()
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isSaving}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        {children}
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
