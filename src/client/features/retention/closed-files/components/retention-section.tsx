import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { isMessageId } from '#shared/kernel/errors.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Retention } from '#shared/retention/retention.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { eraseFile, readRetention, rehearseErasure } from '../retention.api.ts'
import { EraseForm } from './erase-form.tsx'
import { ErasedCountsList } from './erased-counts.tsx'
import { HoldForm } from './hold-form.tsx'
import { SubjectAccessSection } from './subject-access-section.tsx'

interface EraseProps {
  student: StudentRow
  retention: Retention
  onErased: () => void
  onClose: () => void
}

/** A closed file is erased here. */
function EraseClosed({ student, retention: { erasesOn }, onErased, onClose }: EraseProps) {
  const { t } = useTranslation('retention')
  const { student_id: studentId, registration_id: reference } = student
  return (
    <EraseForm
      label={t('erase.ask')}
      reference={reference}
      isDue={erasesOn !== null && erasesOn <= toInstant(machineClock.nowMs()).slice(0, 10)}
      wrong={t('erase.wrong')}
      rehearse={useCallback(() => rehearseErasure([studentId]), [studentId])}
      erase={(cause) => eraseFile({ student_id: studentId, reference, cause })}
      onErased={onErased}
      onClose={onClose}
    />
  )
}

interface SectionProps {
  student: StudentRow
  /** The file as a whole is another one now. */
  again: () => void
}

/** For how long a closed file is kept, who keeps it longer and why, how it is erased, and what the family gets of it; of an erased one the certificate. */
export function RetentionSection({ student, again: fileAgain }: SectionProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const titleId = useId()
  const may = useRights()
  const question = useCallback(() => readRetention(student.student_id), [student.student_id])
  const { answer, failure, again } = useAnswer(question)
  const isOpen = student.status !== 'rejected'
  return (
    <>
      {!isOpen && (
        <section aria-labelledby={titleId} className={css.section}>
          <h3 id={titleId}>{t(answer?.erased ? 'erased.title' : 'title')}</h3>
          {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
          {answer?.erased && <Certificate student={student} erased={answer.erased} />}
          {answer && !answer.erased && (
            <Clock
              student={student}
              retention={answer}
              onHeld={again}
              onErased={() => {
                again()
                fileAgain()
              }}
            />
          )}
        </section>
      )}
      {answer && !answer.erased && may('students.erase') && <SubjectAccessSection studentId={student.student_id} />}
    </>
  )
}

interface ClockProps {
  student: StudentRow
  retention: Retention
  onHeld: () => void
  onErased: () => void
}

function Clock({ student, retention, onHeld, onErased }: ClockProps) {
  const { t, i18n } = useTranslation('retention')
  const errorText = useErrorText()
  const may = useRights()
  const [open, setOpen] = useState<'hold' | 'erase'>()
  const { closedOn, erasesOn, hold, hindrance } = retention
  const day = (of: string) => formatDay(of, i18n.language)
  const close = () => setOpen(undefined)
  return (
    <>
      <p>
        {closedOn && t('clock.closed', { day: day(closedOn) })}{' '}
        {erasesOn ? t('clock.erases', { day: day(erasesOn) }) : t(hold ? 'clock.held' : 'clock.endless')}
      </p>
      {hold && <Held hold={hold} />}
      {hindrance && !hold && isMessageId(hindrance) && <p className={css.soft}>{errorText(hindrance)}</p>}
      {open === undefined && (
        <div className={css.actions}>
          {may('students.hold') && (
            <Button onClick={() => setOpen('hold')}>{t(hold ? 'hold.change' : 'hold.ask')}</Button>
          )}
          {may('students.erase') && !hindrance && <Button onClick={() => setOpen('erase')}>{t('erase.ask')}</Button>}
        </div>
      )}
      {open === 'hold' && (
        <HoldForm
          studentId={student.student_id}
          hold={hold}
          onDone={() => {
            close()
            onHeld()
          }}
          onClose={close}
        />
      )}
      {open === 'erase' && <EraseClosed student={student} retention={retention} onErased={onErased} onClose={close} />}
    </>
  )
}

function Held({ hold: { reason, until, by, at } }: { hold: NonNullable<Retention['hold']> }) {
  const { t, i18n } = useTranslation('retention')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <p>
      <strong>{until ? t('hold.until', { day: formatDay(until, i18n.language) }) : t('hold.endless')}</strong>{' '}
      <bdi>{reason}</bdi>{' '}
      <span className={css.soft}>
        {t('hold.by', { name: `\u2068${pick(by.name)}\u2069`, at: format.dateTime(at) })}
      </span>
    </p>
  )
}

interface CertificateProps {
  student: StudentRow
  erased: NonNullable<Retention['erased']>
}

/** That it was erased, when, by whom and what went: it names nobody whose data it was. */
function Certificate({ student, erased: { at, by, cause, closedOn, counts } }: CertificateProps) {
  const { t, i18n } = useTranslation('retention')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <>
      <p>
        {t('erased.text', {
          reference: `\u2066${student.registration_id}\u2069`,
          closed: formatDay(closedOn, i18n.language),
          at: format.dateTime(at),
        })}{' '}
        {by ? t('erased.by', { name: `\u2068${pick(by.name)}\u2069` }) : t('erased.byItself')}{' '}
        {t(`erased.because.${cause}`)}
      </p>
      <ErasedCountsList counts={counts} />
      <p className={css.soft}>{t('erased.stays')}</p>
    </>
  )
}
