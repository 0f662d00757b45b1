import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'

interface EditorOpeningProps {
  back: ReactNode
  failure: MessageId | undefined
  onRetry: () => void
}

/** Stands where an editor will: what it is to open is on its way, or could not be had. */
export function EditorOpening({ back, failure, onRetry }: EditorOpeningProps) {
  const { t } = useTranslation('editor')
  const errorText = useErrorText()
  return (
    <div className={frame.page}>
      <p>{back}</p>
      {failure ? (
        <Failure text={errorText(failure)} retry={t('retry')} onRetry={onRetry} />
      ) : (
        <Loading>{t('loading')}</Loading>
      )}
    </div>
  )
}
