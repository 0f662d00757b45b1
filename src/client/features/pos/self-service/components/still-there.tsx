import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'

interface StillThereProps {
  seconds: number
  onStay: () => void
  onLeave: () => void
}

/** Nobody has touched the tablet for a while: anyone who is still there says so. */
export function StillThere({ seconds, onStay, onLeave }: StillThereProps) {
  const { t } = useTranslation('pos.self-service')
  const footer = (
    <>
      <Button size="large" onClick={onLeave}>
        {t('idle.leave')}
      </Button>
      <Button kind="main" size="large" data-autofocus onClick={onStay}>
        {t('idle.stay')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('idle.title')} size="narrow" onClose={onStay} footer={footer}>
      <p role="timer">{t('idle.text', { count: seconds })}</p>
    </Sheet>
  )
}
