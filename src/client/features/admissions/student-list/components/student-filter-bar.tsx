import { useAtomValue } from 'jotai'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import link from '#client/ui/link.module.css'
import {
  AddFilter,
  type FilterChoice,
  FilterSentence,
  FilterSentences,
  TextFilter,
} from '#client/ui/tables/filter-sentences.tsx'
import { studentSorts } from '#shared/admissions/student.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { ListAbout } from '../../student-file/student.api.ts'
import { useOwnerChoices } from '../hooks/use-owner-choices.ts'
import { isNarrowed } from '../student-filter.ts'
import type { StudentSearch } from '../student-search.ts'

interface FilterBarProps {
  search: StudentSearch
  known: ListAbout['known'] | undefined
  students: readonly StudentRow[] | undefined
  onChange: (search: StudentSearch) => void
}

const parts = ['grade', 'year', 'owner', 'source', 'nationality'] as const
type Part = (typeof parts)[number]

/** What the list is narrowed by, in sentences that are removed one by one. It stands in the address. */
export const StudentFilterBar = memo(function StudentFilterBar({ search, known, students, onChange }: FilterBarProps) {
  const { t } = useTranslation(['students', 'admissions.student-list'])
  const [added, setAdded] = useState<readonly Part[]>([])
  const choices = useChoices(known, students)
  const put = (name: keyof StudentSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: name === 'year' ? Number(value) : value }) })
  }
  const isShown = (part: Part) => search[part] !== undefined || added.includes(part)
  const remove = (part: Part) => {
    setAdded(added.filter((each) => each !== part))
    put(part, '')
  }
  const { sort, view, columns } = search
  const cleared = { ...(sort && { sort }), ...(view && { view }), ...(columns && { columns }) }
  return (
    <FilterSentences label={t('students:filter.title')}>
      <TextFilter label={t('students:filter.text')} text={search.text ?? ''} onChange={(text) => put('text', text)} />
      {parts.filter(isShown).map((part) => (
        <FilterSentence
          key={part}
          name={t(`students:filter.${part}`)}
          value={String(search[part] ?? '')}
          choices={choices[part]}
          every={t('students:filter.every')}
          onChange={(value) => put(part, value)}
          removal={{
            label: t('admissions.student-list:filter.remove', { name: t(`students:filter.${part}`) }),
            onRemove: () => remove(part),
          }}
        />
      ))}
      <FilterSentence
        name={t('students:sort.title')}
        value={sort ?? 'newest'}
        choices={studentSorts.map((each) => [each, t(`students:sort.${each}`)] as const)}
        onChange={(value) => put('sort', value === 'newest' ? '' : value)}
      />
      <AddFilter
        label={t('admissions.student-list:filter.add')}
        parts={parts.filter((part) => !isShown(part)).map((part) => [part, t(`students:filter.${part}`)])}
        onAdd={(part) => setAdded([...added, ...parts.filter((each) => each === part)])}
      />
      {isNarrowed(search) && (
        <button
          type="button"
          className={link.link}
          onClick={() => {
            setAdded([])
            onChange(cleared)
          }}
        >
          {t('students:filter.clear')}
        </button>
      )}
    </FilterSentences>
  )
})

/** What each sentence may say, of what the list has. */
function useChoices(
  known: ListAbout['known'] | undefined,
  students: readonly StudentRow[] | undefined,
): Record<Part, readonly FilterChoice[]> {
  const { country, source, grade, year } = useStudentText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const owner = useOwnerChoices(students, userId)
  const named = (values: readonly string[] = [], name: (code: string) => string): FilterChoice[] =>
    values.map((value) => [value, name(value)] as const)
  return {
    grade: named(known?.grade, grade),
    year: named(known?.entryYear.map(String), (first) => year(Number(first))),
    owner,
    source: named(known?.source, source),
    nationality: named(known?.nationality, country),
  }
}
