// chunk: fees
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { schoolKinds } from '#shared/fees/regulator/fee-pack.types.ts'
import type { FeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'

interface KindProps {
  kind: FeeSettings['schoolKind']
  onChange: (kind: FeeSettings['schoolKind']) => void
}

/** What the ministry calls the school: its cap on seat money depends on it. */
export function KindField({ kind, onChange }: KindProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <ChoiceField
      label={t('settings.schoolKind')}
      hint={t('settings.schoolKindHint')}
      values={schoolKinds}
      value={kind}
      nameOf={(each) => t(`settings.kindOf.${each}`)}
      onChange={onChange}
    />
  )
}
