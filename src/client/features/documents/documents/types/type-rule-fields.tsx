import { useTranslation } from 'react-i18next'
import { useGrade } from '#client/i18n/use-grade.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { countryGroups } from '#shared/documents/country-group.rules.ts'
import type { RuleDraft } from './type-draft.ts'
import css from './type-form.module.css'

interface RuleProps {
  rule: RuleDraft
  no: number
  onChange: (more: Partial<RuleDraft>) => void
  onRemove: () => void
}

/** Of whom a paper is asked: all that is chosen has to fit, and what is not chosen fits everybody. */
export function RuleFields({ rule, no, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation('documents.required')
  const grade = useGrade()
  const startGrades = useSchoolGrades(rule.fromGrade === '' ? [] : [rule.fromGrade])
  const grades = useSchoolGrades(rule.grades)
  const groups = (name: 'nationality' | 'lastSchool') => (
    <Checks
      legend={t(`field.${name}`)}
      all={countryGroups}
      chosen={rule[name]}
      text={(group) => t(`group.${group}`)}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  )
  return (
    <fieldset className={css.rule}>
      <legend>{t('rule.number', { no })}</legend>
      <SelectField
        label={t('field.fromGrade')}
        value={rule.fromGrade}
        onChange={(chosen) => onChange({ fromGrade: chosen })}
      >
        <option value="">{t('field.anyGrade')}</option>
        {startGrades.map((code) => (
          <option key={code} value={code}>
            {grade(code)}
          </option>
        ))}
      </SelectField>
      <Checks
        legend={t('field.grades')}
        all={grades}
        chosen={rule.grades}
        text={grade}
        onChange={(chosen) => onChange({ grades: chosen })}
      />
      {groups('nationality')}
      {groups('lastSchool')}
      <Hint note={rule.note} onChange={(note) => onChange({ note })} />
      <Button kind="quiet" onClick={onRemove}>
        {t('rule.remove', { no })}
      </Button>
    </fieldset>
  )
}

function Hint({ note, onChange }: { note: RuleDraft['note']; onChange: (note: RuleDraft['note']) => void }) {
  const { t } = useTranslation('documents.required')
  return (
    <div className={css.pair}>
      {(['en', 'ar'] as const).map((lang) => (
        <TextField
          key={lang}
          label={t(`field.note.${lang}`)}
          lang={lang}
          autoComplete="off"
          maxLength={300}
          value={note[lang]}
          onChange={(typed) => onChange({ ...note, [lang]: typed })}
        />
      ))}
    </div>
  )
}

interface ChecksProps<T extends string> {
  legend: string
  all: readonly T[]
  chosen: readonly T[]
  text: (one: T) => string
  onChange: (chosen: T[]) => void
}

function Checks<T extends string>({ legend, all, chosen, text, onChange }: ChecksProps<T>) {
  return (
    <fieldset className={css.checks}>
      <legend>{legend}</legend>
      {all.map((one) => (
        <CheckboxField
          key={one}
          label={text(one)}
          checked={chosen.includes(one)}
          onChange={(isChecked) => onChange(all.filter((each) => (each === one ? isChecked : chosen.includes(each))))}
        />
      ))}
    </fieldset>
  )
}
