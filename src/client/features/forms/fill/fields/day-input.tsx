import { useTranslation } from 'react-i18next'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import { inputId } from '../form-context.ts'
import { useAnswer } from './choice-inputs.tsx'
import css from './field.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { PartProps } from './text-inputs.tsx'

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))

const monthName = (month: string, lng: string): string =>
  new Intl.DateTimeFormat(lng === 'ar' ? 'ar-u-ca-gregory' : 'en-GB', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, Number(month) - 1, 1),
  )

const number = { className: css.input, inputMode: 'numeric', dir: 'ltr', autoComplete: 'off' } as const

const digits = (text: string, most: number) => latinDigits(text).replaceAll(/\D/g, '').slice(0, most)

/**
 * Day, month and year, each typed or chosen by itself: a birthday is known by heart, and scrolling a calendar back for years
 * is not how one tells it. What is half typed is kept as it is.
 */
export function DayInput({ field, path, error, isRequired }: PartProps<Extract<Field, { type: 'date' }>>) {
  const { t, i18n } = useTranslation('forms')
  const { value = '', set } = useAnswer<string>(path)
  const [year = '', month = '', day = ''] = value.split('-')
  const write = (next: { year?: string; month?: string; day?: string }) => {
    const whole = { year, month, day, ...next }
    set(whole.year || whole.month || whole.day ? `${whole.year}-${whole.month}-${whole.day}` : '')
  }
  const id = inputId(path)
  const common = {
    'aria-invalid': Boolean(error),
    'aria-required': isRequired,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <FieldFrame {...{ field, path, error, isRequired }} group="several">
      <div className={css.day}>
        <label>
          {t('day')}
          <input
            id={`${id}-day`}
            {...number}
            value={day}
            onChange={(event) => write({ day: digits(event.currentTarget.value, 2) })}
            onBlur={() => day.length === 1 && write({ day: `0${day}` })}
            {...common}
          />
        </label>
        <label>
          {t('month')}
          <select
            className={css.input}
            value={month}
            onChange={(event) => write({ month: event.currentTarget.value })}
            {...common}
          >
            <option value="">–</option>
            {months.map((each) => (
              <option key={each} value={each}>
                {monthName(each, i18n.language)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('year')}
          <input
            {...number}
            value={year}
            onChange={(event) => write({ year: digits(event.currentTarget.value, 4) })}
            {...common}
          />
        </label>
      </div>
    </FieldFrame>
  )
}
