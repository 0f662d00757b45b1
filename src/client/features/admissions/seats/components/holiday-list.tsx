import { useTranslation } from 'react-i18next'
import field from '#client/ui/fields/plain-field.module.css'
import { mostHolidays } from '#shared/school/school-days.rules.ts'
import type { RulesDraft } from '../rules-draft.ts'
import { RuleRows } from './rule-rows.tsx'

type Holidays = RulesDraft['holidays']

interface HolidaysProps {
  holidays: Holidays
  isWrong: boolean
  onChange: (holidays: Holidays) => void
}

/** The school's days without work besides its weekend, each span by its name. */
export function HolidayList({ holidays, isWrong, onChange }: HolidaysProps) {
  const { t } = useTranslation('admissions')
  return (
    <RuleRows
      legend={t('rules.holidays')}
      rows={holidays}
      blank={{ from: '', to: '', name: { en: '', ar: '' } }}
      most={mostHolidays}
      drop={t('rules.dropHoliday')}
      add={t('rules.addHoliday')}
      wrong={isWrong && t('rules.wrong.holidays')}
      onChange={onChange}
      renderRow={({ from, to, name }, put, numbered) => (
        <>
          {(['en', 'ar'] as const).map((lng) => (
            <label key={lng} className={field.label}>
              {numbered(t(`rules.holidayName.${lng}`))}
              <input
                className={field.input}
                dir={lng === 'ar' ? 'rtl' : 'ltr'}
                lang={lng}
                maxLength={80}
                autoComplete="off"
                value={name[lng]}
                aria-invalid={isWrong || undefined}
                onChange={(event) => put({ name: { ...name, [lng]: event.currentTarget.value } })}
              />
            </label>
          ))}
          <label className={field.label}>
            {numbered(t('rules.holidayFrom'))}
            <input
              className={field.input}
              type="date"
              value={from}
              aria-invalid={isWrong || undefined}
              // A single day is the common case.
              onChange={({ currentTarget: { value } }) =>
                put({ from: value, ...((to === '' || to === from) && { to: value }) })
              }
            />
          </label>
          <label className={field.label}>
            {numbered(t('rules.holidayTo'))}
            <input
              className={field.input}
              type="date"
              min={from}
              value={to}
              aria-invalid={isWrong || undefined}
              onChange={(event) => put({ to: event.currentTarget.value })}
            />
          </label>
        </>
      )}
    />
  )
}
