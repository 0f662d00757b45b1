import type { SettingsGroup, SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import type { SchoolProfile, schools } from '../school.table.ts'

type Row = typeof schools.$inferSelect
type Columns = Partial<Omit<Row, 'schoolId' | 'code' | 'createdAt'>>

interface Group<G extends SettingsGroup> {
  /** Returns the values as they stand in the school's row. */
  read: (row: Row) => SettingsValues<G>
  /** Returns the columns that change with these values. */
  write: (row: Row, values: SettingsValues<G>) => Columns
}

const noContact = { email: '', phone: '' }

const inProfile = (row: Row, more: Partial<SchoolProfile>): Columns => ({ profile: { ...row.profile, ...more } })

/** Where each group of settings stands in the row of a school. */
export const groups: { [G in SettingsGroup]: Group<G> } = {
  names: {
    read: ({ name, profile: { website, lmsUrl, contact = noContact } }) => ({ name, website, lmsUrl, contact }),
    write: (row, { name, ...profile }) => ({ name, ...inProfile(row, profile) }),
  },
}
