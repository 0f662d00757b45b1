import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import { machineClock } from '#local/machine.ts'
import type { Retention } from '#shared/contract/retention.ts'
import type { StudentRow } from '#shared/contract/student.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { readReference, showReference } from '#shared/rules/reference-number.rules.ts'
import type { ErasureCause } from '#shared/rules/retention.rules.ts'
import { eraseFile, rehearseErasure } from '../retention.api.ts'
import { useSending } from '../use-sending.ts'
import { ErasedCountsList } from './erased-counts.tsx'
import css from './offer-section.module.css'
import { Refusal, TextLine } from './record-fields.tsx'

interface EraseProps {
  student: StudentRow
  retention: Retention
  onErased: () => void
  onClose: () => void
}

/** What an erasure would reach, and the erasure itself once the file's reference is typed. */
export function EraseClosed({ student, retention: { erasesOn }, onErased, onClose }: EraseProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const { student_id: studentId, registration_id: ownReference } = student
  const question = useCallback(() => rehearseErasure([studentId]), [studentId])
  const { answer: counts, failure, again } = useAnswer(question)
  const isDue = erasesOn !== null && erasesOn <= toInstant(machineClock.nowMs()).slice(0, 10)
  const [cause, setCause] = useState<ErasureCause>(isDue ? 'time-over' : 'family-asked')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { send, isWorking, problem } = useSending(onErased)
  const erase = () => {
    const reference = readReference(typed)
    setWrong(reference !== ownReference)
    if (reference === ownReference)
      void send({ cause }, () => eraseFile({ student_id: studentId, reference: ownReference, cause }))
  }
  return (
    <form
      noValidate
      aria-label={t('erase.ask')}
      className={css.money}
      onSubmit={(event) => {
        event.preventDefault()
        erase()
      }}
    >
      <h4>{t('erase.would')}</h4>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!counts && !failure && <Loading>{t('loading')}</Loading>}
      {counts && <ErasedCountsList counts={counts} />}
      <p>{t('erase.forGood')}</p>
      <label className={css.labelled}>
        {t('erase.why')}
        <select value={cause} onChange={(event) => setCause(event.currentTarget.value as ErasureCause)}>
          <option value="time-over">{t('erase.cause.time-over')}</option>
          <option value="family-asked">{t('erase.cause.family-asked')}</option>
        </select>
      </label>
      <TextLine
        label={t('erase.type', { reference: `\u2066${showReference(ownReference)}\u2069` })}
        dir="ltr"
        value={typed}
        isWrong={isWrong}
        maxLength={20}
        onChange={setTyped}
      />
      {isWrong && <Refusal>{t('erase.wrong')}</Refusal>}
      {problem && <Refusal>{errorText(problem)}</Refusal>}
      <div className={css.deeds}>
        <Button type="submit" kind="bad" isWorking={isWorking} disabled={!counts}>
          {t('erase.confirm')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('leave')}
        </Button>
      </div>
    </form>
  )
}
