import { useTranslation } from 'react-i18next'
import { SaveButton } from '#client/platform/save-button.tsx'
import type { OfferPage } from '#shared/contract/offer.ts'
import css from '../screens/offer-screen.module.css'

interface BeforeSigningProps {
  consents: NonNullable<NonNullable<OfferPage['offer']>['consents']>
  onOpen: () => Promise<void>
}

/** What has to be done before the signature, step by step, each with how it stands. */
export function BeforeSigning({ consents: { isDone, waitsFor, maySign }, onOpen }: BeforeSigningProps) {
  const { t } = useTranslation('offer')
  return (
    <section className={css.box} aria-labelledby="before-signing">
      <h2 id="before-signing" className={css.heading}>
        {t('forms.title')}
      </h2>
      <ol className={css.list}>
        <li data-done={isDone || undefined}>
          <strong>{t('forms.consents')}</strong>
          {isDone ? <p>{t('forms.done')}</p> : <p>{t('forms.open')}</p>}
          {!isDone && (
            <div className={css.actions}>
              <SaveButton
                className={css.button}
                problemClass={css.problem}
                working={t('forms.working')}
                onSave={onOpen}
              >
                {t('forms.go')}
              </SaveButton>
            </div>
          )}
          {isDone && !maySign && (
            <>
              <p>{t('forms.waitsFor')}</p>
              <ul className={css.list}>
                {waitsFor.map((name) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
        <li>
          <strong>{t('forms.sign')}</strong>
          <p>{t(maySign ? 'forms.now' : 'forms.later')}</p>
        </li>
      </ol>
    </section>
  )
}
