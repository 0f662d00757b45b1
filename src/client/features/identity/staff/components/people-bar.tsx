import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { StaffPerson, staffRoles } from '#shared/identity/staff.contract.ts'
import { useRoleText } from '../hooks/use-role-text.ts'
import type { PeopleSearch } from '../people-search.ts'

interface PeopleBarProps {
  search: PeopleSearch
  onChange: (search: PeopleSearch) => void
}

/** What the list is narrowed by; it stands in the address. */
export function PeopleBar({ search, onChange }: PeopleBarProps) {
  const { t } = useTranslation('identity.staff')
  const { role: roleName } = useRoleText()
  const put = (name: keyof PeopleSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <FilterBar label={t('filter.title')}>
      <TextField
        label={t('filter.text')}
        type="search"
        maxLength={100}
        value={search.text ?? ''}
        onChange={(typed) => put('text', typed)}
      />
      <SelectField label={t('filter.role')} value={search.role ?? ''} onChange={(chosen) => put('role', chosen)}>
        <option value="">{t('filter.every')}</option>
        {staffRoles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.state')} value={search.state ?? ''} onChange={(chosen) => put('state', chosen)}>
        <option value="">{t('filter.every')}</option>
        {StaffPerson.shape.state.options.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}
