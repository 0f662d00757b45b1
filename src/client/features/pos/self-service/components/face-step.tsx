import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import { useFaceCheck } from '../hooks/use-face-check.ts'
import { BackIcon, NumberIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import { BarButton, Stage, StaffButton } from './stage.tsx'

/** A look into the camera by somebody of a class. The number is one touch away all the time, and nobody is asked why. */
export function FaceStep({ className }: { className: string }) {
  const { t } = useTranslation(['pos.self-service', 'faces.guide'])
  const { send, faces } = useVisit()
  const video = useRef<HTMLVideoElement>(null)
  const claim = { one: null, className, knownBy: 'class' } as const
  const { hint, trouble } = useFaceCheck(video, { faces, claim }, send)
  return (
    <Stage
      title={t('face.title')}
      bar={
        <>
          <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
            {t('back')}
          </BarButton>
          <StaffButton />
          <BarButton
            icon={<NumberIcon size={36} />}
            onClick={() => send({ type: trouble ? 'no-camera' : 'wanted-pin' })}
          >
            {t('face.number')}
          </BarButton>
        </>
      }
    >
      {trouble ? (
        <p className={css.trouble} role="alert">
          {t(`faces.guide:trouble.${trouble}`)}
        </p>
      ) : (
        <FaceGuide hint={hint} videoRef={video} />
      )}
    </Stage>
  )
}
