import { useTranslation } from 'react-i18next'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import css from '../settings.module.css'
import { BothFields, SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'
import { TaxFields } from './tax-fields.tsx'
import { currencies, draftOf, type TillsDraft, valuesOf } from './tills-draft.ts'

/** What tills reckon and print with. */
export function TillsPage({ opened }: { opened: OpenedGroup<'tills'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'tills', opened, draftOf, valuesOf })
  const { draft, change, wrong } = form
  const { isCurrencyFixed, usedTaxCodes } = opened.all
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <ChoiceField
        label={t('tills.currency')}
        hint={t(isCurrencyFixed ? 'tills.currencyFixed' : 'tills.currencyHint')}
        disabled={isCurrencyFixed}
        values={currencies}
        value={draft.currency}
        nameOf={(currency) => currency}
        onChange={(currency) => change({ currency })}
      />
      <TaxFields
        taxCodes={draft.taxCodes}
        used={usedTaxCodes}
        wrong={wrong}
        onChange={(taxCodes) => change({ taxCodes })}
      />
      <AmountFields draft={draft} wrong={wrong} onChange={change} />
      <TopUpFields draft={draft} wrong={wrong} onChange={change} />
      {(['receiptHeader', 'receiptFooter'] as const).map((text) => (
        <BothFields
          key={text}
          label={t(`tills.${text}`)}
          field={text}
          wrong={wrong}
          maxLength={300}
          rows={3}
          value={draft[text]}
          onChange={(value) => change({ [text]: value })}
        />
      ))}
    </SettingsFormFrame>
  )
}

interface AmountsProps {
  draft: TillsDraft
  wrong: readonly string[]
  onChange: (part: Partial<TillsDraft>) => void
}

/** The amounts that tills and desks go by. */
function AmountFields({ draft, wrong, onChange }: AmountsProps) {
  const { t } = useTranslation('school.settings')
  return (
    <>
      <div className={css.pair}>
        <SettingsField
          label={t('tills.cashIncrement')}
          hint={t('tills.cashIncrementHint')}
          field="cashIncrement"
          wrong={wrong}
          inputMode="decimal"
          dir="ltr"
          value={draft.cashIncrement}
          onChange={(cashIncrement) => onChange({ cashIncrement })}
        />
        <SettingsField
          label={t('tills.offlineAllowance')}
          hint={t('tills.offlineAllowanceHint')}
          field="offlineAllowance"
          wrong={wrong}
          inputMode="decimal"
          dir="ltr"
          value={draft.offlineAllowance}
          onChange={(offlineAllowance) => onChange({ offlineAllowance })}
        />
      </div>
      <SettingsField
        label={t('tills.approvalAbove')}
        hint={t('tills.approvalAboveHint')}
        field="approvalAbove"
        wrong={wrong}
        inputMode="decimal"
        dir="ltr"
        value={draft.approvalAbove}
        onChange={(approvalAbove) => onChange({ approvalAbove })}
      />
      <SettingsField
        label={t('tills.cashTolerance')}
        hint={t('tills.cashToleranceHint')}
        field="cashTolerance"
        wrong={wrong}
        inputMode="decimal"
        dir="ltr"
        value={draft.cashTolerance}
        onChange={(cashTolerance) => onChange({ cashTolerance })}
      />
    </>
  )
}

/** What an account may be topped up with, each bound of its own. */
function TopUpFields({ draft, wrong, onChange }: AmountsProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('tills.topUps.title')}</legend>
      <p className={css.hint}>{t('tills.topUps.text')}</p>
      <div className={css.pair}>
        {(['least', 'most', 'balance'] as const).map((bound) => (
          <SettingsField
            key={bound}
            label={t(`tills.topUps.${bound}`)}
            field={`topUps.${bound}`}
            wrong={wrong}
            inputMode="decimal"
            dir="ltr"
            value={draft.topUps[bound]}
            onChange={(amount) => onChange({ topUps: { ...draft.topUps, [bound]: amount } })}
          />
        ))}
      </div>
    </fieldset>
  )
}
