import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import css from './kiosk-screen.module.css'

interface IdleSheetProps {
  seconds: number
  onStay: () => void
  onLeave: () => void
}

/** Nobody has touched the desk for a while: whoever is still there says so. */
export function IdleSheet({ seconds, onStay, onLeave }: IdleSheetProps) {
  const { t } = useTranslation('forms.kiosk')
  const footer = (
    <>
      <button type="button" className={css.plain} onClick={onLeave}>
        {t('idle.leave')}
      </button>
      <button type="button" className={css.big} data-autofocus onClick={onStay}>
        {t('idle.stay')}
      </button>
    </>
  )
  return (
    <Sheet title={t('idle.title')} size="narrow" onClose={onStay} footer={footer}>
      <p role="timer">{t('idle.text', { count: seconds })}</p>
    </Sheet>
  )
}
