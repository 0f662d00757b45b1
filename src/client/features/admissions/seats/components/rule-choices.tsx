import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type Regulator, regulators } from '#shared/school/regulator.rules.ts'
import type { RulesDraft } from '../rules-draft.ts'
import type { EffectiveRules } from '../rules.api.ts'
import css from './rules-sheet.module.css'

interface OfficeProps {
  hours: RulesDraft['officeHours']
  isWrong: boolean
  onChange: (hours: RulesDraft['officeHours']) => void
}

/** When the office answers on school days: the clock of first answers runs then. */
export function OfficeHours({ hours, isWrong, onChange }: OfficeProps) {
  const { t } = useTranslation('admissions')
  return (
    <>
      <TextField
        label={t('rules.officeOpens')}
        type="time"
        dir="ltr"
        width="narrow"
        value={hours.opens}
        error={isWrong && t('rules.wrong.officeHours')}
        onChange={(opens) => onChange({ ...hours, opens })}
      />
      <TextField
        label={t('rules.officeCloses')}
        type="time"
        dir="ltr"
        width="narrow"
        value={hours.closes}
        onChange={(closes) => onChange({ ...hours, closes })}
      />
    </>
  )
}

interface ExpiredProps {
  goes: RulesDraft['expiredOffersGo']
  onChange: (goes: RulesDraft['expiredOffersGo']) => void
}

export function ExpiredGo({ goes, onChange }: ExpiredProps) {
  const { t } = useTranslation('admissions')
  return (
    <SelectField
      label={t('rules.expiredOffersGo')}
      value={goes}
      onChange={(chosen) => onChange(chosen === 'rejected' ? 'rejected' : 'waiting')}
    >
      <option value="waiting">{t('rules.goes.waiting')}</option>
      <option value="rejected">{t('rules.goes.rejected')}</option>
    </SelectField>
  )
}

interface RegulatorProps {
  regulator: Regulator
  onChange: (regulator: Regulator) => void
}

export function RegulatorChoice({ regulator, onChange }: RegulatorProps) {
  const { t } = useTranslation('admissions')
  return (
    <ChoiceField
      label={t('rules.regulator')}
      values={regulators}
      nameOf={(each) => t(`rules.regulators.${each}`)}
      value={regulator}
      onChange={onChange}
    />
  )
}

type Asked = RulesDraft['formsFirst']

interface RequiredFormsProps {
  asked: Asked
  forms: EffectiveRules['forms']
  onChange: (asked: Asked) => void
}

/** Which forms a family answers before it may sign, each of every child or of some grades. */
export function RequiredForms({ asked, forms, onChange }: RequiredFormsProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const gone = asked.filter(({ slug }) => forms.every((form) => form.slug !== slug))
  const lines = [
    ...forms.map(({ slug, title }) => ({ slug, name: pick(title), isGone: false })),
    ...gone.map(({ slug }) => ({ slug, name: slug, isGone: true })),
  ]
  const put = (slug: string, isAsked: boolean) =>
    onChange(isAsked ? [...asked, { slug, grades: [] }] : asked.filter((each) => each.slug !== slug))
  return (
    <fieldset className={css.ends}>
      <legend>{t('rules.formsFirst')}</legend>
      {lines.length === 0 && <p>{t('rules.firstForms.none')}</p>}
      {lines.map(({ slug, name, isGone }) => {
        const own = asked.find((each) => each.slug === slug)
        return (
          <div key={slug} className={css.firstForm}>
            <CheckboxField
              label={<bdi>{name}</bdi>}
              checked={own !== undefined}
              onChange={(isChecked) => put(slug, isChecked)}
            />
            {isGone && <p>{t('rules.firstForms.gone')}</p>}
            {own && !isGone && (
              <Grades
                name={name}
                grades={own.grades}
                onChange={(grades) => onChange(asked.map((each) => (each.slug === slug ? { slug, grades } : each)))}
              />
            )}
          </div>
        )
      })}
      <p>{t('rules.firstForms.note')}</p>
    </fieldset>
  )
}

interface GradesProps {
  /** Of the form. */
  name: string
  grades: readonly string[]
  onChange: (grades: string[]) => void
}

function Grades({ name, grades, onChange }: GradesProps) {
  const { t } = useTranslation('admissions')
  const { grade } = useStudentText()
  const all = useSchoolGrades(grades)
  return (
    <fieldset className={css.grades}>
      <legend>{t('rules.firstForms.grades', { title: `\u2068${name}\u2069` })}</legend>
      {all.map((code) => (
        <label key={code} className={css.grade}>
          <input
            type="checkbox"
            checked={grades.includes(code)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(all.filter((each) => (each === code ? checked : grades.includes(each))))
            }
          />
          {grade(code)}
        </label>
      ))}
    </fieldset>
  )
}
