import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CopiedLink } from '../../setup/components/copied-link.tsx'

/** The link of an invitation, on a server that sends no email: the administrator hands it over. */
export function LinkSheet({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation('identity.staff')
  return (
    <Sheet
      title={t('link.title')}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={onClose}>
          {t('link.done')}
        </Button>
      }
    >
      <p>{t('link.lead')}</p>
      <CopiedLink link={link} />
    </Sheet>
  )
}
