import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { FaceGuide } from '#client/ui/face-guide.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { maxSamples } from '#shared/recognition/face-enrolment.rules.ts'
import type { captureSamples } from '../capture-samples.ts'
import { useCapture } from '../hooks/use-capture.ts'
import css from '../registration.module.css'

interface CaptureProps {
  name: string
  onEnd: (ended: Awaited<ReturnType<typeof captureSamples>>) => void
  onCancel: () => void
  /** What else there is to do where the camera or what it needs cannot be had. */
  otherwise?: ReactNode
}

/** The camera is open: one instruction at a time until the pictures are there. What went wrong is tried again from the start. */
export function Capture(props: CaptureProps) {
  const [round, setRound] = useState(0)
  return <Round key={round} {...props} onAgain={() => setRound(round + 1)} />
}

function Round({ name, onEnd, onCancel, onAgain, otherwise }: CaptureProps & { onAgain: () => void }) {
  const { t } = useTranslation(['faces', 'faces.guide'])
  const video = useRef<HTMLVideoElement>(null)
  const { hint, taken, trouble } = useCapture(video, onEnd)
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.capturing', { name: `⁨${name}⁩` })}
      </h1>
      {trouble ? (
        <>
          <InlineNotice tone="problem" data-trouble={trouble}>
            {t(`faces.guide:trouble.${trouble}`)}
          </InlineNotice>
          {otherwise}
          <Button kind="main" size="large" onClick={onAgain}>
            {t('register.tryAgain')}
          </Button>
        </>
      ) : (
        <FaceGuide hint={hint} taken={{ done: taken, of: maxSamples }} videoRef={video} />
      )}
      <Button kind="quiet" onClick={onCancel}>
        {t('register.cancel')}
      </Button>
    </section>
  )
}
