import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { StaffPerson } from '#shared/identity/staff.contract.ts'
import css from './staff.module.css'
import { useRoleText } from '../hooks/use-role-text.ts'

interface PeopleTableProps {
  people: readonly StaffPerson[]
  onOpen: (person: StaffPerson) => void
}

export function PeopleTable({ people, onOpen }: PeopleTableProps) {
  const { t } = useTranslation('identity.staff')
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['name', 'roles', 'state', 'account'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function PersonRow({ person, onOpen }: { person: StaffPerson; onOpen: (person: StaffPerson) => void }) {
  const { t } = useTranslation('identity.staff')
  const pick = useBilingual()
  const { list: roleList } = useRoleText()
  return (
    <tr>
      <th scope="row">
        <button type="button" dir="auto" className={list.open} onClick={() => onOpen(person)}>
          {person.avatar && <img className={css.face} src={person.avatar} alt="" loading="lazy" />}
          {pick(person.name)}
        </button>
      </th>
      <td>{roleList(person.roles)}</td>
      <td>{t(`state.${person.state}`)}</td>
      <td className={list.soft}>
        <bdi dir="ltr">{person.userName}</bdi>
      </td>
    </tr>
  )
}
