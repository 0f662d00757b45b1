import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaceHint } from '#shared/recognition/face-quality.rules.ts'
import css from './face-guide.module.css'
import { useAnnouncement } from './feedback/use-announcement.ts'

/** One thing to do at a time. */
export type GuideHint = FaceHint | 'move-a-little' | 'turn-left' | 'turn-right' | 'return'

interface FaceGuideProps {
  /** Null while the camera starts. */
  hint: GuideHint | null
  /** Of several pictures, how many there are. */
  taken?: { done: number; of: number }
  videoRef: Ref<HTMLVideoElement>
}

/** The picture as a mirror, an oval to stand in, and one instruction: written, and read aloud where that is wished. */
export function FaceGuide({ hint, taken, videoRef }: FaceGuideProps) {
  const { t, i18n } = useTranslation('faces.guide')
  const [isSpoken, setIsSpoken] = useState(true)
  const text = hint === null ? t('starting') : t(`hint.${hint}`)
  useAnnouncement(hint === null ? '' : text, i18n.language, isSpoken)
  return (
    <div className={css.guide}>
      <div className={css.frame} data-good={hint === 'good' || undefined} data-turn={turnOf(hint)}>
        {/* Nothing is said in it: it is the person's own picture. */}
        <video ref={videoRef} className={css.video} muted playsInline aria-hidden="true" />
        <svg className={css.oval} viewBox="0 0 100 75" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path className={css.veil} fillRule="evenodd" d="M0 0h100v75H0zM50 6a23 31 0 0 0 0 62a23 31 0 0 0 0-62z" />
          <ellipse className={css.line} cx="50" cy="37" rx="23" ry="31" />
        </svg>
      </div>
      <p className={css.hint} role="status" data-hint={hint ?? 'starting'}>
        {text}
      </p>
      {taken && (
        <progress className={css.taken} max={taken.of} value={taken.done} aria-label={t('step.taken', taken)} />
      )}
      <label className={css.sound}>
        <input type="checkbox" checked={isSpoken} onChange={(event) => setIsSpoken(event.currentTarget.checked)} />
        {t('sound')}
      </label>
    </div>
  )
}

/** On the mirror's side: one's own left is the left of the picture, in every language. */
const turnOf = (hint: GuideHint | null): 'left' | 'right' | undefined =>
  hint === 'turn-left' ? 'left' : hint === 'turn-right' ? 'right' : undefined
