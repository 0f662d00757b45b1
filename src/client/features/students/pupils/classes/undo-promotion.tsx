import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Promotion } from '#shared/students/pupils/class.contract.ts'
import { dropPromotion } from '../pupils.api.ts'

interface UndoPromotionProps {
  promotion: Promotion
  onDone: () => void
}

/** Says what the latest promotion was, and takes it back while it can be. */
export function UndoPromotion({ promotion: { id, fromYear, count, canUndo }, onDone }: UndoPromotionProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(dropPromotion, { onSuccess: onDone })
  if (!canUndo) return null
  return (
    <InlineNotice tone="info" isBoxed>
      <p>{t('promote.done', { count, year: schoolYear(fromYear) })}</p>
      <Button isWorking={isPending} onClick={() => void mutate(id)}>
        {t('promote.undo')}
      </Button>
      {error && <p role="alert">{errorText(error)}</p>}
    </InlineNotice>
  )
}
