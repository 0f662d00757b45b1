// chunk: fees
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { feeAccounts } from '#shared/fees/ledger.rules.ts'
import type { FeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import css from './fee-setup.module.css'

interface AccountFieldsProps {
  codes: FeeSettings['accountCodes']
  onChange: (codes: FeeSettings['accountCodes']) => void
}

/** The account of the school's own books for each of ours. */
export function AccountFields({ codes, onChange }: AccountFieldsProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <section className={common.stack}>
      <h2 className={common.heading}>{t('settings.accounts')}</h2>
      <p className={common.softLine}>{t('settings.accountsHint')}</p>
      <div className={css.two}>
        {feeAccounts.map((account) => (
          <TextField
            key={account}
            label={t(`ledgerAccount.${account}`)}
            dir="ltr"
            autoComplete="off"
            maxLength={30}
            value={codes[account] ?? ''}
            onChange={(code) => onChange({ ...codes, [account]: code })}
          />
        ))}
      </div>
    </section>
  )
}
