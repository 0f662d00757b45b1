import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import css from '../consent-screen.module.css'
import { saveCertificate } from '../consent-work.ts'
import type { OpenConsent } from '../hooks/use-consent.ts'

/** Once consent holds: the pupil's face may be registered here and now, or later by the same link. */
function FaceOffer({ consent: { kept, token, stateOf } }: { consent: OpenConsent }) {
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

interface FaceDeletedProps {
  consent: OpenConsent
  deleted: NonNullable<OpenConsent['kept']['page']['faceDeleted']>
}

/** Once this guardian's word has deleted the face: that it is so, and the certificate of it as soon as no copy is left. */
function FaceDeleted({ consent: { token, language }, deleted }: FaceDeletedProps) {
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

/** What a link that asks about faces shows besides: that one may be registered, that one was deleted. */
export function FacePart({ consent }: { consent: OpenConsent }) {
  const { faceDeleted } = consent.kept.page
  return (
    <>
      <FaceOffer consent={consent} />
      {faceDeleted && <FaceDeleted consent={consent} deleted={faceDeleted} />}
    </>
  )
}
