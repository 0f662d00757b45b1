import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'

interface ConfirmSheetProps {
  title: string
  /** What happens, in whole sentences. */
  children: ReactNode
  /** What the button does, in words of its own. */
  deedName: string
  isBad?: boolean
  deed: () => Promise<unknown>
  onClose: () => void
  /** It is done. */
  onDone: () => void
}

/** Asks once and says what will happen; the way back has the focus. */
export function ConfirmSheet({ title, children, deedName, isBad = false, deed, onClose, onDone }: ConfirmSheetProps) {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(deed, { onSuccess: onDone })
  const footer = (
    <>
      <Button data-autofocus onClick={onClose}>
        {t('leave')}
      </Button>
      <Button kind={isBad ? 'bad' : 'main'} isWorking={isPending} onClick={() => void mutate()}>
        {deedName}
      </Button>
    </>
  )
  return (
    <Sheet title={title} size="narrow" onClose={onClose} footer={footer}>
      {children}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
