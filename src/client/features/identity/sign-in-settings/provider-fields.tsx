// chunk: settings
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import { staffRoles } from '#shared/identity/staff.contract.ts'
import type { SignInDraft } from './sign-in-draft.ts'
import css from './sign-in-settings.module.css'

interface ProviderFieldsProps {
  draft: SignInDraft
  areGroupsWrong: boolean
  onChange: (part: Partial<SignInDraft>) => void
}

/** One line that is written from the left in any language. */
const code = { dir: 'ltr', spellCheck: false, autoComplete: 'off' } as const

/** The school's own identity provider. */
export function ProviderFields({ draft, areGroupsWrong, onChange }: ProviderFieldsProps) {
  const { t } = useTranslation('identity.second-factor')
  return (
    <section aria-labelledby="sign-in-provider" className={css.form}>
      <h2 id="sign-in-provider" className={common.heading}>
        {t('settings.provider')}
      </h2>
      <p className={common.soft}>{t('settings.providerWhy')}</p>
      {!draft.canUseProvider && <InlineNotice tone="warning">{t('settings.cannot')}</InlineNotice>}
      {draft.isSecretGone && <InlineNotice tone="warning">{t('settings.secretGone')}</InlineNotice>}
      <TextField
        {...code}
        label={t('settings.redirect')}
        hint={t('settings.redirectHint')}
        readOnly
        value={draft.redirectUri}
        onChange={() => undefined}
      />
      <TextField
        {...code}
        label={t('settings.issuer')}
        hint={t('settings.issuerHint')}
        maxLength={300}
        value={draft.issuer}
        onChange={(issuer) => onChange({ issuer })}
      />
      <TextField
        {...code}
        label={t('settings.clientId')}
        maxLength={300}
        value={draft.clientId}
        onChange={(clientId) => onChange({ clientId })}
      />
      <TextField
        {...code}
        label={t('settings.secret')}
        hint={t(draft.hasClientSecret ? 'settings.secretKept' : 'settings.secretNone')}
        type="password"
        autoComplete="new-password"
        maxLength={500}
        value={draft.clientSecret}
        onChange={(clientSecret) => onChange({ clientSecret })}
      />
      <AdmittedFields draft={draft} areGroupsWrong={areGroupsWrong} onChange={onChange} />
      <EnforceFields draft={draft} onChange={onChange} />
    </section>
  )
}

/** Who of the provider's accounts may come in, and with which roles. */
function AdmittedFields({ draft, areGroupsWrong, onChange }: ProviderFieldsProps) {
  const { t } = useTranslation('identity.second-factor')
  return (
    <>
      <TextField
        {...code}
        label={t('settings.tenant')}
        hint={t('settings.tenantHint')}
        maxLength={200}
        value={draft.allowedTenant}
        onChange={(allowedTenant) => onChange({ allowedTenant })}
      />
      <TextField
        {...code}
        label={t('settings.domain')}
        hint={t('settings.domainHint')}
        maxLength={253}
        value={draft.allowedDomain}
        onChange={(allowedDomain) => onChange({ allowedDomain })}
      />
      <TextAreaField
        dir="ltr"
        label={t('settings.groups')}
        hint={t('settings.groupsHint')}
        error={areGroupsWrong ? t('settings.groupsWrong', { roles: staffRoles.join(', ') }) : undefined}
        rows={4}
        value={draft.groups}
        onChange={(groups) => onChange({ groups })}
      />
    </>
  )
}

/** Whether staff sign in with the provider alone, and who gets in when it is away. */
function EnforceFields({ draft, onChange }: Pick<ProviderFieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('identity.second-factor')
  const pick = useBilingual()
  return (
    <>
      <SelectField
        label={t('settings.breakGlass')}
        hint={t('settings.breakGlassHint')}
        value={draft.breakGlass ?? ''}
        onChange={(chosen) => onChange({ breakGlass: draft.keepers.find(({ id }) => id === chosen)?.id ?? null })}
      >
        <option value="">{t('settings.nobody')}</option>
        {draft.keepers.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        label={t('settings.enforce')}
        checked={draft.isEnforced}
        onChange={(isEnforced) => onChange({ isEnforced })}
      />
      <p className={common.soft}>{t('settings.enforceHint')}</p>
    </>
  )
}
