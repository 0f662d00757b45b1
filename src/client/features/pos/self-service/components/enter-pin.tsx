import { useTranslation } from 'react-i18next'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import { BackIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import type { Scene, VisitEvent } from '../visit.types.ts'
import { ProblemLine } from './problem-line.tsx'
import { BarButton, LeaveButton, Stage, StaffButton } from './stage.tsx'

const pupilPinLength = 4

/** The way without a face: as quick, and never asked about. */
export function EnterPin({ scene }: { scene: Extract<Scene, { at: 'pin' }> }) {
  const { t } = useTranslation('pos.self-service')
  const { send, faces } = useVisit()
  const check = async (pin: string) => send(eventOf((await faces?.checkPin(scene.customerId, pin)) ?? 'none'))
  return (
    <Stage
      title={t('pin.title')}
      lead={<ProblemLine problem={scene.problem} />}
      bar={
        <>
          <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
            {t('back')}
          </BarButton>
          <StaffButton />
          <LeaveButton />
        </>
      }
    >
      <div className={css.pad}>
        <PinPad label={t('pin.label')} length={pupilPinLength} onPin={check} />
      </div>
    </Stage>
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
