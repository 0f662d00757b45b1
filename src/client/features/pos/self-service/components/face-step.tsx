import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import { useFaceCheck } from '../hooks/use-face-check.ts'
import css from '../self-service.module.css'
import type { Claim } from '../visit.ts'
import { useVisit } from '../visit-context.ts'

/** A look into the camera. The PIN is one touch away all the time, and nobody is asked why. */
export function FaceStep({ claim }: { claim: Claim }) {
  const { t } = useTranslation(['pos.self-service', 'faces.guide'])
  const { send, faces } = useVisit()
  const video = useRef<HTMLVideoElement>(null)
  const { hint, trouble } = useFaceCheck(video, faces, claim, send)
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('face.title')}</h1>
      {trouble ? (
        <p className={css.problem} role="alert">
          {t(`faces.guide:trouble.${trouble}`)}
        </p>
      ) : (
        <FaceGuide hint={hint} videoRef={video} />
      )}
      <div className={css.ways}>
        <Button
          kind={trouble ? 'main' : 'plain'}
          size="large"
          onClick={() => send({ type: trouble ? 'no-camera' : 'wanted-pin' })}
        >
          {claim.one === null ? t('face.number') : t('face.pin')}
        </Button>
        <Button kind="quiet" onClick={() => send({ type: 'back' })}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}
