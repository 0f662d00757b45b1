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

interface FormalityListProps {
  file: StudentFile
  decision: Decision
}

interface LineProps extends FormalityListProps {
  line: StudentFile['formalities'][number]
}

/** What has to be done outside of the desk before the place is confirmed: what is missing, and who wrote down what was done. */
export function FormalityList({ file, decision }: FormalityListProps) {
  const { t } = useTranslation('admissions')
  const titleId = useId()
  if (file.formalities.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('formalities.title')}</h3>
      <ul className={css.people}>
        {file.formalities.map((line) => (
          <li key={line.formality}>
            <Line file={file} decision={decision} line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ file, decision, line }: LineProps) {
  const { t } = useTranslation('admissions')
  const am = useMovers()
  const [isOpen, setOpen] = useState(false)
  const { formality, isNeeded, recorded } = line
  const mayRecord = am('officer', 'registrar')
  return (
    <div className={css.money}>
      <p>
        <strong>{t(`formalities.${formality}`)}</strong>{' '}
        <span className={css.chip} data-state={recorded ? 'accepted' : 'sent'}>
          {t(recorded ? 'formalities.done' : isNeeded ? 'formalities.missing' : 'formalities.optional')}
        </span>
      </p>
      {recorded ? <Recorded recorded={recorded} /> : <p className={css.soft}>{t(`formalities.todo.${formality}`)}</p>}
      {mayRecord && recorded && !isOpen && (
        <Deeds file={file} decision={decision} line={line} onCorrect={() => setOpen(true)} />
      )}
      {mayRecord && (!recorded || isOpen) && (
        <RecordForm file={file} decision={decision} line={line} onDone={() => setOpen(false)} />
      )}
    </div>
  )
}

/** What was written down, by whom and when. */
function Recorded({ recorded }: { recorded: NonNullable<LineProps['line']['recorded']> }) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const { on, number, by, at } = recorded
  return (
    <p>
      {number && (
        <>
          <bdi dir="ltr">{number}</bdi> ·{' '}
        </>
      )}
      {t('formalities.by', {
        day: writtenDay(on, i18n.language),
        name: `\u2068${pick(by.name)}\u2069`,
        at: format.dateTime(at),
      })}
    </p>
  )
}

/** A place that is confirmed rests on it: then it is put right, and not taken back. */
function Deeds({ file, decision, line, onCorrect }: LineProps & { onCorrect: () => void }) {
  const { t } = useTranslation('admissions')
  const { formality } = line
  const name = t(`formalities.${formality}`)
  const takeBack = () => decision.send(file, { kind: 'formality', said: { formality, on: null, number: '' } })
  return (
    <div className={css.deeds}>
      <Button aria-label={`${t('formalities.correct')}: ${name}`} onClick={onCorrect}>
        {t('formalities.correct')}
      </Button>
      {file.student.status !== 'confirmed' && (
        <Button
          kind="quiet"
          isWorking={decision.isWorking}
          aria-label={`${t('formalities.takeBack')}: ${name}`}
          onClick={() => void takeBack()}
        >
          {t('formalities.takeBack')}
        </Button>
      )}
    </div>
  )
}

function RecordForm({ file, decision, line, onDone }: LineProps & { onDone: () => void }) {
  const { t } = useTranslation('admissions')
  const { formality, recorded } = line
  const begun = { on: recorded?.on ?? '', number: recorded?.number ?? '' }
  const [typed, setTyped] = useState(begun)
  const [isWrong, setWrong] = useState(false)
  const wrongId = useId()
  useBusy(typed.on !== begun.on || typed.number !== begun.number)
  const number = latinDigits(typed.number).trim()
  const send = async () => {
    const isRight = typed.on !== '' && (formality === 'contract' || number !== '')
    setWrong(!isRight)
    if (isRight && (await decision.send(file, { kind: 'formality', said: { formality, on: typed.on, number } })))
      onDone()
  }
  const input = (name: 'on' | 'number') => (
    <label className={css.labelled}>
      {t(`formalities.${name}.${formality}`)}
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
      aria-label={`${t('formalities.record')}: ${t(`formalities.${formality}`)}`}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {input('on')}
      {input('number')}
      <Button type="submit" isWorking={decision.isWorking}>
        {t('formalities.record')}
      </Button>
      {recorded && (
        <Button kind="quiet" onClick={onDone}>
          {t('formalities.cancel')}
        </Button>
      )}
      {isWrong && (
        <p id={wrongId} role="alert" className={css.problem}>
          {t('formalities.wrong')}
        </p>
      )}
    </form>
  )
}
