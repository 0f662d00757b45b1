import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { facesPurpose, standingOf } from '#shared/consents/consent.rules.ts'
import css from '../consent-screen.module.css'
import type { OpenConsent } from '../hooks/use-consent.ts'
import { DecideForm } from './decide-form.tsx'
import { Decided } from './decided.tsx'

/** Few links ask about faces. */
const FacePart = lazy(async () => ({ default: (await import('./face-part.tsx')).FacePart }))

/** A name keeps its own direction inside the sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** What holds, and what is still to be decided. */
export function OpenedConsent({ consent }: { consent: OpenConsent }) {
  const { t } = useTranslation('consents')
  const { kept, failure } = consent
  const { subject, guardian, wordings, acts } = kept.page
  const [changing, setChanging] = useState<readonly string[]>([])
  const holding = kept.own.filter(({ id }) => ['saved', 'received'].includes(consent.stateOf(id)))
  const standing = standingOf([...acts, ...holding])
  const isDecided = (purpose: string) =>
    standing.some((each) => each.purpose === purpose) && !changing.includes(purpose)
  const open = wordings.filter(({ purpose }) => !isDecided(purpose))
  return (
    <div className={css.page}>
      <h1 className={linkPage.title} data-personal>
        {t('title', { subject: isolated(subject) })}
      </h1>
      <p className={linkPage.soft}>{t('lead', { guardian: isolated(guardian) })}</p>
      {failure && (
        <p className={linkPage.soft} role="status">
          {t('offline')}
        </p>
      )}
      <Done consent={consent} />
      {wordings.some(({ purpose }) => purpose === facesPurpose) && (
        <Suspense>
          <FacePart consent={consent} />
        </Suspense>
      )}
      {standing.length > 0 && (
        <section className={css.form} aria-label={t('decided')}>
          <h2 className={linkPage.heading}>{t('decided')}</h2>
          <ul className={linkPage.list}>
            {wordings
              .filter(({ purpose }) => isDecided(purpose))
              .map((wording) => (
                <Decided
                  key={wording.purpose}
                  wording={wording}
                  standing={standing.find(({ purpose }) => purpose === wording.purpose)}
                  consent={consent}
                  onChange={() => setChanging([...changing, wording.purpose])}
                />
              ))}
          </ul>
          {acts.length > 0 && <SaveDecisions consent={consent} />}
        </section>
      )}
      {open.length > 0 && (
        <DecideForm
          // What was just decided is a form no more, and the next decision is another one.
          key={`${acts.length + kept.own.length} ${open.map(({ purpose, version }) => `${purpose} ${version}`).join()}`}
          wordings={open}
          title={standing.length > 0 ? t('open') : undefined}
          consent={consent}
          onDecided={() => setChanging([])}
        />
      )}
      {wordings.length === 0 && <p>{t('nothing')}</p>}
    </div>
  )
}

/** What the school has, on paper. */
function SaveDecisions({ consent }: { consent: OpenConsent }) {
  const { t } = useTranslation('consents')
  return (
    <div className={css.actions}>
      <SaveButton
        className={linkPage.button}
        problemClass={css.problem}
        working={t('pdfWorking')}
        onSave={consent.savePdf}
      >
        {t('pdf')}
      </SaveButton>
    </div>
  )
}

/** How it stands with what was decided here last: saved, received, and never the one called the other. */
export function Done({ consent: { stateOf, kept } }: { consent: OpenConsent }) {
  const { t } = useTranslation('consents')
  const box = useRef<HTMLDivElement>(null)
  const id = kept.own.at(-1)?.id
  const [followed, setFollowed] = useState<string>()
  if (id !== undefined && id !== followed) setFollowed(id)
  useEffect(() => {
    if (followed) box.current?.focus()
  }, [followed])
  if (followed === undefined) return null
  const said = kept.page.acts.some((act) => act.id === followed) ? 'received' : stateOf(followed)
  return (
    <div ref={box} className={linkPage.box} role="status" tabIndex={-1} data-state={said}>
      <strong>{t(`state.${said}`)}</strong>
      {(said === 'saved' || said === 'received') && <p>{t('doneText')}</p>}
    </div>
  )
}
