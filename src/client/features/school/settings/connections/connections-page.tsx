import { useTranslation } from 'react-i18next'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { captchas } from '#shared/school/settings/label-settings.contract.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'
import { ConnectionList } from './connection-list.tsx'

type Draft = SettingsValues<'connections'>
const asIs = (values: Draft) => values

/** The address of the listing of outside services, and what it lists now. */
export function ConnectionsPage({ opened }: { opened: OpenedGroup<'connections'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'connections', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong, isChanged, isSaved } = form
  return (
    <>
      <SettingsFormFrame form={form} onReopen={opened.onReopen}>
        <SettingsField
          label={t('connections.listingUrl')}
          hint={t('connections.listingUrlHint')}
          field="listingUrl"
          wrong={wrong}
          type="url"
          dir="ltr"
          maxLength={500}
          value={draft.listingUrl}
          onChange={(listingUrl) => change({ listingUrl })}
        />
        {opened.all.hasOutsideCaptcha ? (
          <RadioChoices
            title={t('connections.captcha')}
            name="captcha"
            values={captchas}
            chosen={draft.captcha ?? 'outside'}
            word={(captcha) => t(`connections.captchas.${captcha}`)}
            onChoose={(captcha) => change({ captcha })}
          />
        ) : (
          <p className={css.hint}>{t('connections.captchaOwn')}</p>
        )}
      </SettingsFormFrame>
      {!isChanged && <ConnectionList key={`${draft.listingUrl} ${isSaved}`} />}
    </>
  )
}
