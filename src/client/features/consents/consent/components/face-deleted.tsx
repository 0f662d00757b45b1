import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import css from '../consent-screen.module.css'
import { saveCertificate } from '../consent-work.ts'
import type { OpenConsent } from '../hooks/use-consent.ts'

interface FaceDeletedProps {
  consent: OpenConsent
  deleted: NonNullable<OpenConsent['kept']['page']['faceDeleted']>
}

/** Once this guardian's word has deleted the face: that it is so, and the certificate of it as soon as no copy is left. */
export function FaceDeleted({ consent: { token, language }, deleted }: FaceDeletedProps) {
  const { t } = useTranslation('letters.issued')
  const format = useFormat()
  return (
    <section className={css.point} aria-labelledby="face-deleted" data-deleted={deleted.isGone ? 'gone' : 'going'}>
      <h2 id="face-deleted" className={linkPage.heading}>
        {t('faceDeleted.title')}
      </h2>
      <p>{t('faceDeleted.text', { at: format.dateTime(deleted.at) })}</p>
      {deleted.isGone ? (
        <div className={css.actions}>
          <SaveButton
            className={linkPage.button}
            problemClass={css.problem}
            working={t('faceDeleted.working')}
            onSave={() => saveCertificate(token, language)}
          >
            {t('faceDeleted.pdf')}
          </SaveButton>
        </div>
      ) : (
        <p className={linkPage.soft}>{t('faceDeleted.going')}</p>
      )}
    </section>
  )
}
