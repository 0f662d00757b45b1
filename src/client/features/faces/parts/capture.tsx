import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import type { Customer } from '#shared/contract/customer.ts'
import { mostSamples } from '#shared/rules/face-enrolment.rules.ts'
import type { captureSamples } from '../capture-samples.ts'
import css from '../screens/registration.module.css'
import { useCapture } from '../use-capture.ts'

interface CaptureProps {
  pupil: Customer
  onEnd: (ended: Awaited<ReturnType<typeof captureSamples>>) => void
  onCancel: () => void
}

/** The camera is open: one instruction at a time until the pictures are there. */
export function Capture({ pupil, onEnd, onCancel }: CaptureProps) {
  const { t } = useTranslation(['faces', 'face-guide'])
  const pick = useBilingual()
  const video = useRef<HTMLVideoElement>(null)
  const { hint, taken, trouble } = useCapture(video, onEnd)
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.capturing', { name: `⁨${pick(pupil.name)}⁩` })}
      </h1>
      {trouble ? (
        <p className={css.problem} role="alert">
          {t(`face-guide:trouble.${trouble}`)}
        </p>
      ) : (
        <FaceGuide hint={hint} taken={{ done: taken, of: mostSamples }} videoRef={video} />
      )}
      <Button kind="quiet" onClick={onCancel}>
        {t('register.cancel')}
      </Button>
    </section>
  )
}
