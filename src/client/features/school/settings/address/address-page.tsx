import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'address'>
const asIs = (values: Draft) => values

/** The addresses of the school: the one by its code, and its own domain. */
export function AddressPage({ opened }: { opened: OpenedGroup<'address'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'address', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  const hintId = useId()
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <p className={css.hint}>
        {t('address.first')} <bdi dir="ltr">{opened.all.firstAddress}</bdi>
      </p>
      <SettingsField
        label={t('address.domain')}
        hint={t('address.domainHint')}
        field="domain"
        wrong={wrong}
        dir="ltr"
        maxLength={253}
        value={draft.domain}
        onChange={(domain) => change({ domain, isInLinks: draft.isInLinks && domain.trim() !== '' })}
      />
      <CheckboxField
        label={t('address.isInLinks')}
        aria-describedby={hintId}
        checked={draft.isInLinks}
        onChange={(isInLinks) => change({ isInLinks })}
      />
      <p id={hintId} className={css.hint}>
        {t('address.isInLinksHint')}
      </p>
    </SettingsFormFrame>
  )
}
