import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { make, type SlotDays, type SlotQuery } from '../appointment.api.ts'
import css from './appointments.module.css'
import { KindField } from './link-form.tsx'

interface MakeProps {
  /** The first day that is shown. */
  first: string
  staff: SlotDays['staff']
  onMade: (count: number) => void
}

const begin = (first: string) => ({
  kind: 'interview' as AppointmentKind,
  firstDay: first,
  lastDay: first,
  weekdays: [0, 1, 2, 3, 4, 5, 6] as readonly number[],
  times: '09:00 09:30 10:00',
  minutes: '30',
  except: '',
  room: '',
  onlineLink: '',
  campus: '',
  interviewer: '',
  capacity: '1',
  changeHours: '24',
})
type Draft = ReturnType<typeof begin>

const words = (text: string): string[] => text.split(/[\s,،;]+/).filter(Boolean)

const requestFrom = (draft: Draft): Omit<SlotQuery, 'commandId'> => ({
  appointmentKind: draft.kind,
  campus: draft.campus,
  firstDay: draft.firstDay,
  lastDay: draft.lastDay,
  weekdays: [...draft.weekdays],
  times: words(draft.times),
  minutes: Number(draft.minutes),
  except: words(draft.except),
  room: draft.room,
  onlineLink: draft.onlineLink,
  interviewers: draft.interviewer === '' ? [] : [UserId.parse(draft.interviewer)],
  capacity: Number(draft.capacity),
  changeHours: Number(draft.changeHours),
})

/** Makes times, one or a whole series; folded away above the days until it is wanted, and what was typed stays. */
export function MakeForm({ first, staff, onMade }: MakeProps) {
  const { t } = useTranslation('admissions.appointments')
  const pick = useBilingual()
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => begin(first))
  const { mutate, error, isPending } = useCommand(
    (slots: Omit<SlotQuery, 'commandId'>, commandId) => make({ ...slots, commandId }),
    { onSuccess: ({ made }) => onMade(made), isOnce: true },
  )
  const put = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  return (
    <details className={css.make}>
      <summary>{t('make.title')}</summary>
      <form
        className={css.form}
        aria-label={t('make.title')}
        onSubmit={(event) => {
          event.preventDefault()
          void mutate(requestFrom(draft))
        }}
      >
        <div className={css.fields}>
          <KindField value={draft.kind} onChange={(kind) => put({ kind })} />
          <Field name="firstDay" type="date" draft={draft} put={put} />
          <Field name="lastDay" type="date" draft={draft} put={put} />
        </div>
        <Weekdays chosen={draft.weekdays} onChange={(weekdays) => put({ weekdays })} />
        <Field name="times" draft={draft} put={put} />
        <Field name="except" draft={draft} put={put} isOptional />
        <div className={css.fields}>
          <Field name="minutes" type="number" draft={draft} put={put} />
          <Field name="capacity" type="number" draft={draft} put={put} />
          <Field name="changeHours" type="number" draft={draft} put={put} />
          <Field name="room" draft={draft} put={put} isOptional />
          <Field name="campus" draft={draft} put={put} isOptional />
          <Field name="onlineLink" type="url" draft={draft} put={put} isOptional />
          <SelectField
            label={t('make.interviewer')}
            value={draft.interviewer}
            onChange={(chosen) => put({ interviewer: chosen })}
          >
            <option value="">{t('make.nobody')}</option>
            {staff.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {pick(name)}
              </option>
            ))}
          </SelectField>
        </div>
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        <Button type="submit" kind="main" isWorking={isPending}>
          {t('make.send')}
        </Button>
      </form>
    </details>
  )
}

type TextField = Exclude<keyof Draft, 'kind' | 'weekdays' | 'interviewer'>

interface FieldProps {
  name: TextField
  type?: 'date' | 'number' | 'url'
  draft: Draft
  put: (more: Partial<Draft>) => void
  isOptional?: boolean
}

function Field({ name, type, draft, put, isOptional = false }: FieldProps) {
  const { t } = useTranslation('admissions.appointments')
  const isLeftToRight = type !== undefined || name === 'times' || name === 'except'
  const common = {
    label: t(`make.${name}`),
    required: !isOptional,
    value: draft[name],
    onChange: (typed: string) => put({ [name]: typed }),
  }
  if (type === 'date') return <DateField {...common} />
  return (
    <TextField
      {...common}
      type={type ?? 'text'}
      dir={isLeftToRight ? 'ltr' : 'auto'}
      min={type === 'number' ? 0 : undefined}
      maxLength={name === 'room' ? 120 : 2000}
    />
  )
}

interface WeekdaysProps {
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function Weekdays({ chosen, onChange }: WeekdaysProps) {
  const { t, i18n } = useTranslation('admissions.appointments')
  const name = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <fieldset className={css.checks}>
      <legend>{t('make.weekdays')}</legend>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <CheckboxField
          key={day}
          label={name.format(Date.UTC(2023, 0, 1 + day))}
          checked={chosen.includes(day)}
          onChange={(isChecked) => onChange(isChecked ? [...chosen, day] : chosen.filter((each) => each !== day))}
        />
      ))}
    </fieldset>
  )
}
