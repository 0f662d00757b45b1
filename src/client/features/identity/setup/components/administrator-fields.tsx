import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SetupValues } from '#local/identity/setup-draft.ts'
import type { FieldProblems } from '../setup-values.ts'

interface AdministratorFieldsProps {
  values: SetupValues
  problems: FieldProblems
  onChange: (changes: Partial<SetupValues>) => void
}

/** Who manages the school first; everybody else is invited by them. */
export function AdministratorFields({ values, problems, onChange }: AdministratorFieldsProps) {
  const { t } = useTranslation('identity.setup')
  const errorOf = (name: keyof FieldProblems) => problems[name] && t(`problem.${problems[name]}`)
  return (
    <>
      <TextField
        label={t('administrator.nameEn')}
        hint={t('administrator.nameHint')}
        lang="en"
        maxLength={100}
        value={values.adminEn}
        error={errorOf('adminEn')}
        onChange={(adminEn) => onChange({ adminEn })}
      />
      <TextField
        label={t('administrator.nameAr')}
        lang="ar"
        maxLength={100}
        value={values.adminAr}
        error={errorOf('adminAr')}
        onChange={(adminAr) => onChange({ adminAr })}
      />
      <TextField
        label={t('administrator.email')}
        hint={t('administrator.emailHint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        aria-required
        value={values.email}
        error={errorOf('email')}
        onChange={(email) => onChange({ email })}
      />
    </>
  )
}
