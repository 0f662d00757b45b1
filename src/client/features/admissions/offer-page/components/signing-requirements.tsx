import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import type { OpenOffer } from '../hooks/use-offer.ts'
import css from '../offer-screen.module.css'

type Shown = NonNullable<OfferPage['offer']>

interface SigningRequirementsProps {
  offer: OpenOffer
  shown: Shown
  maySign: boolean
}

/** What has to be done before the signature, where anything has: step by step, each with how it stands. */
export function SigningRequirements({ offer, shown: { consents, forms }, maySign }: SigningRequirementsProps) {
  const { t } = useTranslation('admissions.offer')
  const pick = useBilingual()
  if (consents === null && forms.length === 0) return null
  return (
    <section className={linkPage.box} aria-labelledby="before-signing">
      <h2 id="before-signing" className={linkPage.heading}>
        {t('forms.title')}
      </h2>
      <ol className={css.list}>
        {forms.map(({ slug, title, isDone }) => {
          const name = { title: `\u2068${pick(title)}\u2069` }
          return (
            <li key={slug} data-done={isDone || undefined}>
              <strong>{t('forms.form', name)}</strong>
              <p>{t(isDone ? 'forms.done' : 'forms.formOpen')}</p>
              {!isDone && <Open text={t('forms.formGo', name)} onOpen={() => offer.openForm(slug)} />}
            </li>
          )
        })}
        {consents && <Consents consents={consents} onOpen={offer.openConsent} />}
        <li>
          <strong>{t('forms.sign')}</strong>
          <p>{t(maySign ? 'forms.now' : 'forms.later')}</p>
        </li>
      </ol>
    </section>
  )
}

function Open({ text, onOpen }: { text: string; onOpen: () => Promise<void> }) {
  const { t } = useTranslation('admissions.offer')
  return (
    <div className={css.actions}>
      <SaveButton className={css.button} problemClass={css.problem} working={t('forms.working')} onSave={onOpen}>
        {text}
      </SaveButton>
    </div>
  )
}

interface ConsentsProps {
  consents: NonNullable<Shown['consents']>
  onOpen: () => Promise<void>
}

function Consents({ consents: { isDone, waitsFor, maySign }, onOpen }: ConsentsProps) {
  const { t } = useTranslation('admissions.offer')
  return (
    <li data-done={isDone || undefined}>
      <strong>{t('forms.consents')}</strong>
      <p>{t(isDone ? 'forms.done' : 'forms.open')}</p>
      {!isDone && <Open text={t('forms.go')} onOpen={onOpen} />}
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
  )
}
