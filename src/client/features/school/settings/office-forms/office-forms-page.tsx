import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { officeForms, officeRoles } from '#shared/school/office-forms.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { inputId, SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'officeForms'>
const asIs = (values: Draft) => values

/** Which roles read what is handed in at each office form. */
export function OfficeFormsPage({ opened }: { opened: OpenedGroup<'officeForms'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'officeForms', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      {officeForms.map((name) => (
        <fieldset key={name} id={inputId(`routing.${name}`)} tabIndex={-1} className={css.publicInfo}>
          <legend>{t(`officeForms.form.${name}`)}</legend>
          {officeRoles.map((role) => (
            <CheckboxField
              key={role}
              label={t(`officeForms.role.${role}`)}
              checked={draft.routing[name].includes(role)}
              onChange={(isChecked) => {
                const others = draft.routing[name].filter((each) => each !== role)
                change({ routing: { ...draft.routing, [name]: isChecked ? [...others, role] : others } })
              }}
            />
          ))}
        </fieldset>
      ))}
    </SettingsFormFrame>
  )
}
