import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/save-button.tsx'
import css from '../screens/consent-screen.module.css'
import type { OpenConsent } from '../use-consent.ts'

/** Once this guardian's word has deleted the face: that it is so, and the certificate of it as soon as no copy is left. */
export function FaceDeleted({ consent: { kept, saveCertificate } }: { consent: OpenConsent }) {
  const { t } = useTranslation('consent')
  const format = useFormat()
  const { faceDeleted } = kept.page
  if (!faceDeleted) return null
  return (
    <section className={css.point} aria-labelledby="face-deleted" data-deleted={faceDeleted.isGone ? 'gone' : 'going'}>
      <h2 id="face-deleted" className={css.heading}>
        {t('deleted.title')}
      </h2>
      <p>{t('deleted.text', { at: format.dateTime(faceDeleted.at) })}</p>
      {faceDeleted.isGone ? (
        <div className={css.actions}>
          <SaveButton
            className={css.button}
            problemClass={css.problem}
            working={t('pdfWorking')}
            onSave={saveCertificate}
          >
            {t('deleted.pdf')}
          </SaveButton>
        </div>
      ) : (
        <p className={css.soft}>{t('deleted.going')}</p>
      )}
    </section>
  )
}
