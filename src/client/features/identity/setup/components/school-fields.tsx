import { useTranslation } from 'react-i18next'
import { languages } from '#client/i18n/i18n.ts'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SetupValues } from '#local/identity/setup-draft.ts'
import { type Currency, currencyExponents } from '#shared/kernel/money.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { countryDefaults, knownCountries } from '#shared/school/country-defaults.rules.ts'
import { gradeSystems } from '#shared/school/grades/grade-systems.ts'
import { maxSchoolCode } from '#shared/school/school-code.rules.ts'
import { type FieldProblems, otherCountry, settingsOf } from '../setup-values.ts'
import css from './setup.module.css'

interface SchoolFieldsProps {
  values: SetupValues
  /** As typed, or as proposed from the name. */
  code: string
  /** Address of a school, with `*` in place of its code. */
  addresses: string
  problems: FieldProblems
  onChange: (changes: Partial<SetupValues>) => void
}

/** Names, address and country of the school. */
export function SchoolFields({ values, code, addresses, problems, onChange }: SchoolFieldsProps) {
  const { t } = useTranslation('identity.setup')
  const errorOf = (name: keyof FieldProblems) => problems[name] && t(`problem.${problems[name]}`)
  return (
    <>
      <TextField
        label={t('school.nameEn')}
        lang="en"
        maxLength={100}
        aria-required
        value={values.nameEn}
        error={errorOf('nameEn')}
        onChange={(nameEn) => onChange({ nameEn })}
      />
      <TextField
        label={t('school.nameAr')}
        lang="ar"
        maxLength={100}
        aria-required
        value={values.nameAr}
        error={errorOf('nameAr')}
        onChange={(nameAr) => onChange({ nameAr })}
      />
      <TextField
        label={t('school.code')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxSchoolCode}
        aria-required
        value={code}
        error={errorOf('code')}
        hint={
          <>
            {t('school.codeHint')}{' '}
            <bdi dir="ltr" className={css.address}>
              {addresses.replace('*', code || '…')}
            </bdi>
          </>
        }
        onChange={(typed) => onChange({ code: typed.toLowerCase().trim() })}
      />
      <CountryFields values={values} problem={errorOf('regulator')} onChange={onChange} />
      <RadioChoices
        title={t('school.grades')}
        name="grades"
        values={gradeSystems}
        chosen={values.grades}
        word={(system) => t(`gradeSystem.${system}`)}
        onChoose={(grades) => onChange({ grades })}
      />
    </>
  )
}

const currencies = Object.keys(currencyExponents) as Currency[]
const countries = [...knownCountries, otherCountry]

/** Every time zone that the browser knows, with the one that is set. */
const timeZones = (own: string) => [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()

interface CountryFieldsProps extends Pick<SchoolFieldsProps, 'values' | 'onChange'> {
  /** Why no regulator is chosen. */
  problem: string | undefined
}

/** The country, and what follows from it until it is changed. */
function CountryFields({ values, problem, onChange }: CountryFieldsProps) {
  const { t, i18n } = useTranslation('identity.setup')
  const locale = localeOf(i18n.language)
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const moneys = new Intl.DisplayNames(locale, { type: 'currency' })
  const days = countryDefaults(values.country).weekend.map((day) =>
    // The fourth of January 1970 was a Sunday.
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day)),
  )
  const weekend = new Intl.ListFormat(locale, { type: 'conjunction' }).format(days)
  return (
    <>
      <ChoiceField
        label={t('school.country')}
        hint={t('school.countryHint', { weekend })}
        values={countries}
        value={values.country}
        nameOf={(country) => (country === otherCountry ? t('school.elsewhere') : regions.of(country))}
        onChange={(country) => onChange(settingsOf(country))}
      />
      <RegulatorField values={values} problem={problem} onChange={onChange} />
      <ChoiceField
        label={t('school.currency')}
        values={currencies}
        value={values.currency}
        nameOf={(currency) => `${moneys.of(currency) ?? ''} (${currency})`}
        onChange={(currency) => onChange({ currency })}
      />
      <SelectField
        label={t('school.timeZone')}
        dir="ltr"
        value={values.timeZone}
        onChange={(timeZone) => onChange({ timeZone })}
      >
        {timeZones(values.timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <RadioChoices
        title={t('school.language')}
        name="language"
        values={languages}
        chosen={values.language}
        word={(language) => t(`language.${language}`)}
        onChoose={(language) => onChange({ language })}
      />
    </>
  )
}

/** Which of the country's regulators the school follows, where there are several. */
function RegulatorField({ values, problem, onChange }: CountryFieldsProps) {
  const { t } = useTranslation('identity.setup')
  const { regulators } = countryDefaults(values.country)
  if (regulators.length < 2) return null
  return (
    <SelectField
      label={t('school.regulator')}
      hint={t('school.regulatorHint')}
      error={problem}
      aria-required
      value={values.regulator}
      onChange={(regulator) => onChange({ regulator })}
    >
      <option value="">{t('school.choose')}</option>
      {regulators.map((each) => (
        <option key={each} value={each}>
          {t(`regulator.${each}`)}
        </option>
      ))}
    </SelectField>
  )
}
