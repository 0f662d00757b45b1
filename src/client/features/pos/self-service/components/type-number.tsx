import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { DigitPad } from '#client/ui/fields/digit-pad.tsx'
import { BackIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { namedAs, useVisit } from '../visit-context.ts'
import type { Problem } from '../visit.types.ts'
import { ProblemLine } from './problem-line.tsx'
import { BarButton, Stage, StaffButton } from './stage.tsx'

/** Longer than any admission number. */
const maxDigits = 12

/** A pupil's own school number, typed by finger or keys. */
export function TypeNumber({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation('pos.self-service')
  const { send, faces } = useVisit()
  const till = useTill()
  const [digits, setDigits] = useState('')
  const go = () => {
    if (digits === '') return
    send(namedAs(faces, till.customerByNumber(digits), 'number'))
    setDigits('')
  }
  return (
    <Stage
      title={t('number.title')}
      lead={<ProblemLine problem={problem} />}
      bar={
        <>
          <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
            {t('back')}
          </BarButton>
          <StaffButton />
          <button type="button" className={css.go} disabled={digits === ''} onClick={go}>
            {t('number.go')}
          </button>
        </>
      }
    >
      <div className={css.pad}>
        <DigitPad label={t('number.label')} value={digits} most={maxDigits} onChange={setDigits} onEnter={go} />
      </div>
    </Stage>
  )
}
