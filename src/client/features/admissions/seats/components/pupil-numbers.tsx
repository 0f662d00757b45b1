import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { PupilNumbering } from '#shared/pos/pupil-number.rules.ts'
import { numberExample } from '../number-example.ts'
import css from './rules-sheet.module.css'

interface NumbersProps {
  numbering: PupilNumbering
  isWrong: boolean
  onChange: (numbering: PupilNumbering) => void
}

/** How whoever joins is numbered, with what comes of it. */
export function PupilNumbers({ numbering, isWrong, onChange }: NumbersProps) {
  const { t } = useTranslation('admissions')
  const { prefix, withYear, digits } = numbering
  const invalid = isWrong || undefined
  return (
    <fieldset className={css.ends}>
      <legend>{t('rules.pupilNumbers')}</legend>
      <div className={common.row}>
        <TextField
          label={t('rules.numbers.prefix')}
          dir="ltr"
          maxLength={8}
          autoComplete="off"
          value={prefix}
          aria-invalid={invalid}
          onChange={(typed) => onChange({ ...numbering, prefix: typed.toUpperCase() })}
        />
        <SelectField
          label={t('rules.numbers.digits')}
          value={digits}
          onChange={(chosen) => onChange({ ...numbering, digits: Number(chosen) })}
        >
          {[3, 4, 5, 6, 7, 8].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
      </div>
      <CheckboxField
        label={t('rules.numbers.withYear')}
        checked={withYear}
        onChange={(isChecked) => onChange({ ...numbering, withYear: isChecked })}
      />
      {PupilNumbering.safeParse(numbering).success && (
        <p>{t('rules.numbers.example', { number: numberExample(numbering) })}</p>
      )}
      {isWrong && <InlineNotice tone="problem">{t('rules.wrong.pupilNumbers')}</InlineNotice>}
    </fieldset>
  )
}
