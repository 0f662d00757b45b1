import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'
import { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import type { ItemDraft, WrongItemField } from '../item-draft.ts'
import css from './catalogue.module.css'
import { NameFields } from './name-fields.tsx'

interface FieldsProps {
  draft: ItemDraft
  wrong: readonly WrongItemField[]
  catalogue: Catalogue
  onChange: (part: Partial<ItemDraft>) => void
}

/** What is sold, and at which price. */
export function ItemFields({ draft, wrong, catalogue, onChange }: FieldsProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const format = useFormat()
  // A retired tax code stays where it is; no item takes it.
  const taxCodes = catalogue.taxCodes.filter(({ code, isRetired }) => !isRetired || code === draft.taxCode)
  const said = (field: WrongItemField) => (wrong.includes(field) ? t(`wrong.${field}`) : undefined)
  return (
    <>
      <NameFields name={draft.name} isWrong={wrong.includes('name')} onChange={(name) => onChange({ name })} />
      <div className={css.two}>
        <NumberField
          label={t('price', { currency: format.currencyName(catalogue.currency) })}
          inputMode="decimal"
          required
          error={said('price')}
          value={draft.price}
          onChange={(price) => onChange({ price })}
        />
        <SelectField label={t('tax')} value={draft.taxCode} onChange={(taxCode) => onChange({ taxCode })}>
          {taxCodes.map(({ code, name }) => (
            <option key={code} value={code}>
              {pick(name)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('column.category')}
          value={draft.categoryId}
          onChange={(categoryId) => onChange({ categoryId })}
        >
          {catalogue.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {pick(name)}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

/** How it is found, where it stands at the till, and when it is sold. */
export function ShelfFields({ draft, wrong, onChange }: Omit<FieldsProps, 'catalogue'>) {
  const { t } = useTranslation('pos.catalogue')
  const said = (field: WrongItemField) => (wrong.includes(field) ? t(`wrong.${field}`) : undefined)
  return (
    <>
      <div className={css.two}>
        <TextField
          label={t('barcode')}
          hint={t('barcodeHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={32}
          // A scanner ends with Enter, which would save the item half filled in.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          error={said('barcode')}
          value={draft.barcode}
          onChange={(barcode) => onChange({ barcode })}
        />
        <TextField
          label={t('moreBarcodes')}
          hint={t('moreBarcodesHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={400}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onChange({ moreBarcodes: `${event.currentTarget.value.trim()} ` })
          }}
          error={said('moreBarcodes')}
          value={draft.moreBarcodes}
          onChange={(moreBarcodes) => onChange({ moreBarcodes })}
        />
        <NumberField
          label={t('sort')}
          hint={t('sortHint')}
          error={said('sort')}
          value={draft.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
      <div className={css.two}>
        <DateField
          label={t('availableFrom')}
          error={said('availableFrom')}
          value={draft.availableFrom}
          onChange={(availableFrom) => onChange({ availableFrom })}
        />
        <DateField
          label={t('availableUntil')}
          error={said('availableUntil')}
          value={draft.availableUntil}
          onChange={(availableUntil) => onChange({ availableUntil })}
        />
      </div>
      <CheckboxField label={t('item.active')} checked={draft.active} onChange={(active) => onChange({ active })} />
    </>
  )
}

/** What is in it, and what a customer may choose. */
export function FoodFields({ draft, wrong, catalogue, onChange }: FieldsProps) {
  const { t } = useTranslation(['pos.catalogue', 'pos.spending'])
  const pick = useBilingual()
  const allergenNames = useAllergenNames()
  const groups = new Map(catalogue.modifierGroups.map(({ id, name }) => [id, pick(name)]))
  return (
    <>
      <CheckboxChoices
        title={t('allergens')}
        values={Allergen.options}
        word={(allergen) => allergenNames([allergen])}
        chosen={draft.allergens}
        onChoose={(allergens) => onChange({ allergens })}
      />
      <CheckboxChoices
        title={t('diet.title')}
        values={Diet.options}
        word={(diet) => t(`diet.${diet}`)}
        chosen={draft.diet}
        onChoose={(diet) => onChange({ diet })}
      />
      <CheckboxChoices
        title={t('pos.spending:classes')}
        values={FoodClass.options}
        word={(each) => t(`pos.spending:class.${each}`)}
        chosen={draft.foodClasses}
        onChoose={(foodClasses) => onChange({ foodClasses })}
      />
      {groups.size > 0 && (
        <CheckboxChoices
          title={t('modifiers')}
          values={[...groups.keys()]}
          word={(id) => groups.get(id) ?? ''}
          chosen={draft.modifierGroupIds}
          onChoose={(modifierGroupIds) => onChange({ modifierGroupIds })}
        />
      )}
      <NumberField
        label={t('kcal')}
        width="narrow"
        error={wrong.includes('kcal') ? t('wrong.kcal') : undefined}
        value={draft.kcal}
        onChange={(kcal) => onChange({ kcal })}
      />
    </>
  )
}
