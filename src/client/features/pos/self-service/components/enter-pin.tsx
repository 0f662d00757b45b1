import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import css from '../self-service.module.css'
import type { Scene, VisitEvent } from '../visit.ts'
import { useVisit } from '../visit-context.ts'
import { ProblemLine } from './problem-line.tsx'

const pupilPinLength = 4

/** The way without a face: as quick, and never asked about. */
export function EnterPin({ scene }: { scene: Extract<Scene, { at: 'pin' }> }) {
  const { t } = useTranslation('pos.self-service')
  const { send, faces } = useVisit()
  const check = async (pin: string) => send(eventOf((await faces?.checkPin(scene.customerId, pin)) ?? 'none'))
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('pin.title')}</h1>
      <ProblemLine problem={scene.problem} />
      <div className={css.pad}>
        <PinPad label={t('pin.label')} length={pupilPinLength} onPin={check} />
        <Button kind="quiet" onClick={() => send({ type: 'back' })}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}

function eventOf(outcome: 'right' | 'wrong' | 'too-many' | 'none' | 'too-old'): VisitEvent {
  switch (outcome) {
    case 'right':
      return { type: 'pin-right' }
    case 'wrong':
      return { type: 'pin-wrong' }
    case 'too-many':
      return { type: 'pin-impossible', why: 'pin-locked' }
    case 'too-old':
      return { type: 'pin-impossible', why: 'contact' }
    case 'none':
      return { type: 'pin-impossible', why: 'no-pin' }
  }
}
