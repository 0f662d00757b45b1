import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { useFieldState } from '../settings-field.tsx'
import css from '../settings.module.css'

interface CutOffProps {
  /** `MM-DD`; empty for the regulator's day. */
  cutOff: string
  wrong: readonly string[]
  onChange: (cutOff: string) => void
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const months = Array.from({ length: 12 }, (_, no) => twoDigits(no + 1))
const days = Array.from({ length: 31 }, (_, no) => twoDigits(no + 1))

/** The day on which a child has reached the age of its grade: the regulator's, or one of the school's own. */
export function CutOffFields({ cutOff, wrong, onChange }: CutOffProps) {
  const { t, i18n } = useTranslation('school.settings')
  const month = useFieldState({ field: 'cutOff', wrong })
  const [chosen = '', day = '01'] = cutOff.split('-')
  const name = new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'long', timeZone: 'UTC' })
  return (
    <div className={css.pair}>
      <SelectField
        {...month}
        label={t('grades.cutOff')}
        hint={t('grades.cutOffHint')}
        value={chosen}
        onChange={(to) => onChange(to === '' ? '' : `${to}-${day}`)}
      >
        <option value="">{t('grades.cutOffRegulator')}</option>
        {months.map((each) => (
          <option key={each} value={each}>
            {name.format(new Date(`2001-${each}-01T00:00:00Z`))}
          </option>
        ))}
      </SelectField>
      {chosen !== '' && (
        <SelectField label={t('grades.cutOffDay')} value={day} onChange={(to) => onChange(`${chosen}-${to}`)}>
          {days.map((each) => (
            <option key={each} value={each}>
              {Number(each)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
