import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import css from '../consent-screen.module.css'
import type { OpenConsent } from '../hooks/use-consent.ts'

/** Once consent holds: the pupil's face may be registered here and now, or later by the same link. */
export function FaceOffer({ consent: { kept, token, stateOf } }: { consent: OpenConsent }) {
  const { t } = useTranslation('consents')
  const format = useFormat()
  const navigate = useNavigate()
  const [isLater, setIsLater] = useState(false)
  const { face, subject } = kept.page
  const decided = kept.own.findLast(({ answers }) => answers.some(({ purpose }) => purpose === facesPurpose))
  const said = decided?.answers.find(({ purpose }) => purpose === facesPurpose)
  if (!face) {
    const isOnItsWay = decided !== undefined && said?.agrees === true && stateOf(decided.id) === 'saved'
    return isOnItsWay && <p className={linkPage.soft}>{t('face.waits')}</p>
  }
  // Just withdrawn here, which the school does not know yet.
  if (said?.agrees === false) return null
  const { registeredAt } = face
  const isDone = registeredAt !== null || kept.enrolment !== undefined
  const open = (name: 'now' | 'anew') => (
    <button
      type="button"
      className={linkPage.button}
      data-main={name === 'now' || undefined}
      onClick={() => void navigate({ to: '/faceid/registration', state: { linkToken: token } })}
    >
      {t(`face.${name}`)}
    </button>
  )
  return (
    <section className={css.point} aria-label={t('face.title')} data-face={isDone ? 'done' : 'open'}>
      <h2 className={linkPage.heading}>{t(isDone ? 'face.done' : 'face.title')}</h2>
      {registeredAt !== null && <p>{t('face.since', { day: format.day(registeredAt) })}</p>}
      {!isDone && <p data-personal>{t('face.text', { subject: `\u2068${subject}\u2069` })}</p>}
      <div className={css.actions}>
        {open(isDone ? 'anew' : 'now')}
        {!isDone && !isLater && (
          <button type="button" className={linkPage.button} onClick={() => setIsLater(true)}>
            {t('face.later')}
          </button>
        )}
      </div>
      {!isDone && (
        <p className={linkPage.soft} role="status">
          {isLater && t('face.laterText')}
        </p>
      )}
    </section>
  )
}
