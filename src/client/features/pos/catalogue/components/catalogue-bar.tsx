import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import type { CatalogueCategory } from '#shared/pos/catalogue-edit.contract.ts'
import { type CatalogueSearch, itemStates } from '../catalogue-search.ts'

interface CatalogueBarProps {
  search: CatalogueSearch
  categories: readonly CatalogueCategory[]
  onChange: (search: CatalogueSearch) => void
}

/** Narrows the list of items. */
export function CatalogueBar({ search, categories, onChange }: CatalogueBarProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const put = (name: keyof CatalogueSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <FilterBar label={t('filter.title')}>
      <TextField
        label={t('filter.text')}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={search.text ?? ''}
        onChange={(typed) => put('text', typed)}
      />
      <SelectField
        label={t('filter.category')}
        value={search.category ?? ''}
        onChange={(chosen) => put('category', chosen)}
      >
        <option value="">{t('filter.all')}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.state')} value={search.state ?? ''} onChange={(chosen) => put('state', chosen)}>
        <option value="">{t('filter.all')}</option>
        {itemStates.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}
