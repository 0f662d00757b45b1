import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { submittedAtom } from '#client/platform/offline/forms.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import css from './kiosk-screen.module.css'

/** Saved here or received there, with the reference once there is one; then the next family. */
export function DeskThanks({ id, onNext }: { id: string; onNext: () => void }) {
  const { t } = useTranslation('forms.kiosk')
  const row = useAtomValue(submittedAtom)?.find((each) => each.id === id)
  return (
    <section className={css.box} aria-live="polite">
      <h1 className={css.title}>{t(row?.reference ? 'received' : 'saved')}</h1>
      {row?.reference && (
        <>
          <p>{t('reference')}</p>
          <p className={css.reference}>
            <bdi dir="ltr">{formatReference(row.reference)}</bdi>
          </p>
        </>
      )}
      <button type="button" className={css.big} onClick={onNext}>
        {t('next')}
      </button>
    </section>
  )
}
