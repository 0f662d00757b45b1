import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useFormat } from '#client/i18n/format.ts'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import css from '../components/catalogue.module.css'
import { MoveButtons } from '../components/move-buttons.tsx'
import { NameFields } from '../components/name-fields.tsx'
import type { OptionDraft, WrongOption } from './options-draft.ts'

interface OptionFieldsProps {
  option: OptionDraft
  no: number
  isLast: boolean
  currency: Currency
  wrong: readonly WrongOption[]
  onChange: (option: OptionDraft) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One option: its names, what it adds to the price, and what it brings or leaves out. */
export function OptionFields({ option, no, isLast, currency, wrong, onChange, onMove, onRemove }: OptionFieldsProps) {
  const { t } = useTranslation('pos.catalogue')
  const format = useFormat()
  const allergenNames = useAllergenNames()
  const title = t('options.no', { no: no + 1 })
  return (
    <fieldset className={css.option}>
      <legend>{title}</legend>
      <NameFields
        name={option.name}
        isWrong={wrong.includes(`${no}.name`)}
        onChange={(name) => onChange({ ...option, name })}
      />
      <TextField
        label={t('options.priceDelta', { currency: format.currencyName(currency) })}
        hint={t('options.priceHint')}
        dir="ltr"
        inputMode="text"
        autoComplete="off"
        width="narrow"
        error={wrong.includes(`${no}.priceDelta`) ? t('options.wrong.priceDelta') : undefined}
        value={option.priceDelta}
        onChange={(priceDelta) => onChange({ ...option, priceDelta })}
      />
      <details>
        <summary>{t('options.allergens')}</summary>
        <CheckboxChoices
          title={t('options.adds')}
          values={Allergen.options}
          word={(allergen) => allergenNames([allergen])}
          chosen={option.addsAllergens}
          onChoose={(addsAllergens) => onChange({ ...option, addsAllergens })}
        />
        <CheckboxChoices
          title={t('options.removes')}
          values={Allergen.options}
          word={(allergen) => allergenNames([allergen])}
          chosen={option.removesAllergens}
          onChoose={(removesAllergens) => onChange({ ...option, removesAllergens })}
        />
      </details>
      <MoveButtons title={title} no={no} isLast={isLast} onMove={onMove} onRemove={onRemove} />
    </fieldset>
  )
}
