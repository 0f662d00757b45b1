import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'
import type { StudentFile } from '../student.api.ts'
import type { Decision } from '../use-decision.ts'
import { useMovers } from '../use-movers.ts'
import css from './offer-section.module.css'

interface NoticeProps {
  file: StudentFile
  decision: Decision
}

/** What the regulator has to be told of a refusal, by when, and whether it was. */
export function NoticeSection({ file, decision }: NoticeProps) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const am = useMovers()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { notice } = file
  if (!notice) return null
  const { filed } = notice
  const mayFile = am('registrar', 'head')
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>
        {t('notice.title')}{' '}
        <span className={css.chip} data-state={filed ? 'accepted' : 'expired'}>
          {filed ? t('notice.done') : t('notice.due', { day: writtenDay(notice.dueOn, i18n.language) })}
        </span>
      </h3>
      <p className={css.soft}>{t('notice.text')}</p>
      {filed && (
        <p>
          <bdi dir="ltr">{filed.number}</bdi> ·{' '}
          {t('formalities.by', {
            day: writtenDay(filed.on, i18n.language),
            name: `\u2068${pick(filed.by.name)}\u2069`,
            at: format.dateTime(filed.at),
          })}
        </p>
      )}
      {mayFile && filed && !isOpen && (
        <div className={css.deeds}>
          <Button onClick={() => setOpen(true)}>{t('formalities.correct')}</Button>
        </div>
      )}
      {mayFile && (!filed || isOpen) && (
        <FiledForm file={file} notice={notice} decision={decision} onDone={() => setOpen(false)} />
      )}
    </section>
  )
}

interface FormProps extends NoticeProps {
  notice: NonNullable<StudentFile['notice']>
  onDone: () => void
}

function FiledForm({ file, notice, decision, onDone }: FormProps) {
  const { t } = useTranslation('admissions')
  const begun = { on: notice.filed?.on ?? '', number: notice.filed?.number ?? '' }
  const [typed, setTyped] = useState(begun)
  const [isWrong, setWrong] = useState(false)
  const wrongId = useId()
  useBusy(typed.on !== begun.on || typed.number !== begun.number)
  const send = async () => {
    const number = latinDigits(typed.number).trim()
    const isRight = typed.on !== '' && number !== ''
    setWrong(!isRight)
    const asked = { kind: 'notice-filed' as const, noticeId: notice.id, on: typed.on, number }
    if (isRight && (await decision.send(file, asked))) onDone()
  }
  const input = (name: 'on' | 'number') => (
    <label className={css.labelled}>
      {t(`notice.${name}`)}
      <input
        {...(isWrong && { 'aria-invalid': true as const, 'aria-describedby': wrongId })}
        type={name === 'on' ? 'date' : 'text'}
        dir={name === 'number' ? 'ltr' : undefined}
        maxLength={60}
        autoComplete="off"
        value={typed[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <form
      noValidate
      aria-label={t('notice.title')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {input('on')}
      {input('number')}
      <Button type="submit" isWorking={decision.isWorking}>
        {t('notice.record')}
      </Button>
      {notice.filed && (
        <Button kind="quiet" onClick={onDone}>
          {t('formalities.cancel')}
        </Button>
      )}
      {isWrong && (
        <p id={wrongId} role="alert" className={css.problem}>
          {t('notice.wrong')}
        </p>
      )}
    </form>
  )
}
