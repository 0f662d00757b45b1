import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'

/** What was done outside of the desk, its day and number, by whom and when it was written down. */
type Recorded = NonNullable<StudentFile['formalities'][number]['recorded']>

export function FormalityRecord({ recorded: { on, number, by, at } }: { recorded: Recorded }) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <p>
      {number && (
        <>
          <bdi dir="ltr">{number}</bdi> ·{' '}
        </>
      )}
      {t('formalities.by', {
        day: formatDay(on, i18n.language),
        name: `\u2068${pick(by.name)}\u2069`,
        at: format.dateTime(at),
      })}
    </p>
  )
}

interface DayAndNumber {
  on: string
  number: string
}

interface FormProps {
  /** What the form, its fields and its button are called, and what is said where something is missing. */
  words: { form: string; on: string; number: string; record: string; wrong: string }
  /** What is written down already, to be put right. */
  recorded: { on: string; number: string | null } | null
  needsNumber: boolean
  isWorking: boolean
  /** @returns whether it was taken */
  onSend: (said: DayAndNumber) => Promise<boolean>
  onDone: () => void
}

/** The day and the number of what was done outside of the desk. */
export function RecordFormality({ words, recorded, needsNumber, isWorking, onSend, onDone }: FormProps) {
  const { t } = useTranslation('admissions')
  const begun = { on: recorded?.on ?? '', number: recorded?.number ?? '' }
  const [typed, setTyped] = useState(begun)
  const [isWrong, setWrong] = useState(false)
  const wrongId = useId()
  useBusy(typed.on !== begun.on || typed.number !== begun.number)
  const send = async () => {
    const number = latinDigits(typed.number).trim()
    const isRight = typed.on !== '' && (!needsNumber || number !== '')
    setWrong(!isRight)
    if (isRight && (await onSend({ on: typed.on, number }))) onDone()
  }
  const input = (name: 'on' | 'number') => (
    <TextField
      label={words[name]}
      width="narrow"
      {...(isWrong && { 'aria-invalid': true as const, 'aria-describedby': wrongId })}
      type={name === 'on' ? 'date' : 'text'}
      dir={name === 'number' ? 'ltr' : undefined}
      maxLength={60}
      autoComplete="off"
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
    />
  )
  return (
    <form
      noValidate
      aria-label={words.form}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {input('on')}
      {input('number')}
      <Button type="submit" isWorking={isWorking}>
        {words.record}
      </Button>
      {recorded && (
        <Button kind="quiet" onClick={onDone}>
          {t('formalities.cancel')}
        </Button>
      )}
      {isWrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {words.wrong}
        </InlineNotice>
      )}
    </form>
  )
}
