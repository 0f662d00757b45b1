import { useTranslation } from 'react-i18next'
import field from '#client/ui/fields/plain-field.module.css'
import { StaffPerson, staffRoles } from '#shared/identity/staff.contract.ts'
import { useRoleWords } from '../hooks/use-role-words.ts'
import type { PeopleSearch } from '../people-search.ts'
import css from './staff.module.css'

interface PeopleBarProps {
  search: PeopleSearch
  onChange: (search: PeopleSearch) => void
}

/** What the list is narrowed by; it stands in the address. */
export function PeopleBar({ search, onChange }: PeopleBarProps) {
  const { t } = useTranslation('identity.staff')
  const { role: roleName } = useRoleWords()
  const put = (name: keyof PeopleSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <search className={css.bar} aria-label={t('filter.title')}>
      <label className={field.label}>
        {t('filter.text')}
        <input
          type="search"
          dir="auto"
          maxLength={100}
          className={field.input}
          value={search.text ?? ''}
          onChange={(event) => put('text', event.currentTarget.value)}
        />
      </label>
      <label className={field.label}>
        {t('filter.role')}
        <select
          className={field.input}
          value={search.role ?? ''}
          onChange={(event) => put('role', event.currentTarget.value)}
        >
          <option value="">{t('filter.every')}</option>
          {staffRoles.map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </select>
      </label>
      <label className={field.label}>
        {t('filter.state')}
        <select
          className={field.input}
          value={search.state ?? ''}
          onChange={(event) => put('state', event.currentTarget.value)}
        >
          <option value="">{t('filter.every')}</option>
          {StaffPerson.shape.state.options.map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}
