import { useTranslation } from 'react-i18next'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import { maxHolidays } from '#shared/school/school-days.rules.ts'
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
      most={maxHolidays}
      drop={t('rules.dropHoliday')}
      add={t('rules.addHoliday')}
      wrong={isWrong && t('rules.wrong.holidays')}
      onChange={onChange}
      renderRow={({ from, to, name }, put, numbered) => (
        <>
          {(['en', 'ar'] as const).map((lng) => (
            <TextField
              key={lng}
              label={numbered(t(`rules.holidayName.${lng}`))}
              lang={lng}
              maxLength={80}
              autoComplete="off"
              value={name[lng]}
              aria-invalid={isWrong || undefined}
              onChange={(typed) => put({ name: { ...name, [lng]: typed } })}
            />
          ))}
          <DateField
            label={numbered(t('rules.holidayFrom'))}
            value={from}
            aria-invalid={isWrong || undefined}
            // A single day is the common case.
            onChange={(day) => put({ from: day, ...((to === '' || to === from) && { to: day }) })}
          />
          <DateField
            label={numbered(t('rules.holidayTo'))}
            min={from}
            value={to}
            aria-invalid={isWrong || undefined}
            onChange={(day) => put({ to: day })}
          />
        </>
      )}
    />
  )
}
