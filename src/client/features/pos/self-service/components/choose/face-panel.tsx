import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import { useFaceCheck } from '../../hooks/use-face-check.ts'
import css from '../../self-service.module.css'
import { useVisit } from '../../visit-context.ts'
import type { Choosing, VisitEvent } from '../../visit.types.ts'

/** So often the camera looks again by itself: somebody who is choosing does not look up at once. */
const looks = 3

/** The face is looked for while food is being chosen; the PIN is one touch away all the time, and nobody is asked why. */
export function FacePanel({ scene, saleId }: { scene: Choosing; saleId: string }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const [look, setLook] = useState(1)
  const end = (event: VisitEvent) => {
    if (event.type === 'not-seen' && look < looks) setLook(look + 1)
    else send(event)
  }
  const { faceEnd } = scene
  return (
    <div className={css.facing}>
      {faceEnd ? (
        <p className={css.problem} role="alert">
          {faceEnd === 'no-camera' ? t('face.none') : t(`problem.${faceEnd}`)}
        </p>
      ) : (
        <Looking key={look} scene={scene} saleId={saleId} onEnd={end} />
      )}
      <span className={css.faceWays}>
        <button type="button" className={css.facePin} onClick={() => send({ type: 'wanted-pin' })}>
          {t('face.pin')}
        </button>
        {faceEnd && faceEnd !== 'no-camera' && (
          <button type="button" className={css.facePin} onClick={() => send({ type: 'look-again' })}>
            {t('face.again')}
          </button>
        )}
      </span>
    </div>
  )
}

interface LookingProps {
  scene: Choosing
  saleId: string
  onEnd: (event: VisitEvent) => void
}

function Looking({ scene, saleId, onEnd }: LookingProps) {
  const { t } = useTranslation('faces.guide')
  const { faces } = useVisit()
  const video = useRef<HTMLVideoElement>(null)
  const claim = { one: scene.customerId, knownBy: scene.knownBy }
  const { hint, trouble } = useFaceCheck(video, { faces, claim, saleId }, onEnd)
  if (trouble)
    return (
      <p className={css.problem} role="alert">
        {t(`trouble.${trouble}`)}
      </p>
    )
  return <FaceGuide hint={hint} videoRef={video} />
}
