import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitPad } from '#client/ui/fields/digit-pad.tsx'
import css from '../self-service.module.css'
import type { Problem } from '../visit.ts'
import { namedAs, useVisit } from '../visit-context.ts'
import { ProblemLine } from './problem-line.tsx'

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
    <section className={css.scene}>
      <h1 className={css.title}>{t('number.title')}</h1>
      <ProblemLine problem={problem} />
      <div className={css.pad}>
        <DigitPad label={t('number.label')} value={digits} most={maxDigits} onChange={setDigits} onEnter={go} />
        <Button kind="main" size="large" disabled={digits === ''} onClick={go}>
          {t('number.go')}
        </Button>
        <Button kind="quiet" onClick={() => send({ type: 'back' })}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}
