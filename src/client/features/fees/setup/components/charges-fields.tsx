// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { invoiceFault } from '#shared/fees/regulator/invoice-fault.rules.ts'
import { feeTaxCodes, mayBeBounceFee } from '#shared/fees/setup/fee-component.rules.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import type { ChargesDraft } from './charges-draft.ts'
import css from './fee-setup.module.css'

interface ChargesProps {
  setup: FeeSetup
  draft: ChargesDraft
  wrong: readonly unknown[]
  onChange: (part: Partial<ChargesDraft>) => void
}

/** Tax of application fees, and what is charged when a cheque bounces. */
export function ChargesFields({ setup, draft, wrong, onChange }: ChargesProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <div className={css.two}>
      <ChoiceField
        label={t('settings.applicationTax')}
        hint={t('settings.applicationTaxHint')}
        values={feeTaxCodes}
        value={draft.applicationCode}
        nameOf={(code) => t(`taxCode.${code}`)}
        onChange={(applicationCode) => onChange({ applicationCode })}
      />
      {draft.applicationCode === 'standard' ? (
        <NumberField
          label={t('settings.applicationRate')}
          inputMode="decimal"
          error={wrong.includes('applicationTax') ? t('wrong.percent') : undefined}
          value={draft.applicationRate}
          onChange={(applicationRate) => onChange({ applicationRate })}
        />
      ) : (
        <span />
      )}
      <BounceFields setup={setup} draft={draft} wrong={wrong} onChange={onChange} />
    </div>
  )
}

/** Only what the regulator allows is offered; a fee that was set before it forbade them can be removed. */
function BounceFields({ setup, draft, wrong, onChange }: ChargesProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  const { components, currency, regulator, year } = setup
  const isForbidden = invoiceFault(feePackOf(regulator, year), { kind: 'bounce-fee' }) !== undefined
  if (isForbidden && draft.bounceComponent === '')
    return <p className={common.softLine}>{t('settings.bounceForbidden')}</p>
  const offered = components.filter((each) => mayBeBounceFee(each) || each.code === draft.bounceComponent)
  const nameOf = (code: string) => {
    const of = components.find((each) => each.code === code)
    return of ? pick(of.name) : t('settings.bounceNone')
  }
  return (
    <>
      <ChoiceField
        label={t('settings.bounceFee')}
        hint={t('settings.bounceFeeHint')}
        values={['', ...offered.map(({ code }) => code)]}
        value={draft.bounceComponent}
        nameOf={nameOf}
        onChange={(bounceComponent) => onChange({ bounceComponent })}
      />
      {draft.bounceComponent !== '' && (
        <NumberField
          label={t('settings.bounceAmount', { currency: format.currencyName(currency) })}
          inputMode="decimal"
          error={wrong.includes('bounceFee') ? t('wrong.amount') : undefined}
          value={draft.bounceAmount}
          onChange={(bounceAmount) => onChange({ bounceAmount })}
        />
      )}
    </>
  )
}
