import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { studentSorts } from '#shared/admissions/student.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { ListAbout } from '../../student-file/student.api.ts'
import { useOwnerChoices } from '../hooks/use-owner-choices.ts'
import { isNarrowed } from '../student-filter.ts'
import type { StudentSearch } from '../student-search.ts'
import css from './student-filter-bar.module.css'

interface FilterBarProps {
  search: StudentSearch
  known: ListAbout['known'] | undefined
  students: readonly StudentRow[] | undefined
  onChange: (search: StudentSearch) => void
}

type Choice = readonly [value: string, label: string]

/** What the list is narrowed by. It stands in the address. */
export function StudentFilterBar({ search, known, students, onChange }: FilterBarProps) {
  const { t } = useTranslation('students')
  const { country, source, grade, year } = useStudentText()
  const userId = useAtomValue(sessionAtom).user?.userId
  const owners = useOwnerChoices(students, userId)
  const [isOpen, setOpen] = useState(false)
  const put = (name: keyof StudentSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: name === 'year' ? Number(value) : value }) })
  }
  const named = (values: readonly string[] = [], name: (code: string) => string): Choice[] =>
    values.map((value) => [value, name(value)] as const)
  const selects: [keyof StudentSearch & keyof typeof labels, Choice[]][] = [
    ['grade', named(known?.grade, grade)],
    ['year', named(known?.entryYear.map(String), (first) => year(Number(first)))],
    ['owner', owners],
    ['source', named(known?.source, source)],
    ['nationality', named(known?.nationality, country)],
  ]
  const labels = {
    grade: t('filter.grade'),
    year: t('filter.year'),
    owner: t('filter.owner'),
    source: t('filter.source'),
    nationality: t('filter.nationality'),
  }
  const chosen = selects.filter(([name]) => search[name] !== undefined).length
  return (
    <search className={css.bar} aria-label={t('filter.title')}>
      <TextFilter text={search.text ?? ''} onChange={(text) => put('text', text)} />
      {/* On a phone the list would begin a screen further down: the rest is folded away, and how much of it narrows is said. */}
      <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('filter.more')} {chosen > 0 && <bdi className="num">{`(${chosen})`}</bdi>}
      </button>
      <div className={css.rest} data-open={isOpen || undefined}>
        {selects.map(([name, choices]) => (
          <Select
            key={name}
            label={labels[name]}
            value={String(search[name] ?? '')}
            choices={choices}
            every={t('filter.every')}
            onChange={(value) => put(name, value)}
          />
        ))}
        <Select
          label={t('sort.title')}
          value={search.sort ?? 'newest'}
          choices={studentSorts.map((each) => [each, t(`sort.${each}`)] as const)}
          onChange={(value) => put('sort', value === 'newest' ? '' : value)}
        />
      </div>
      {isNarrowed(search) && (
        <button type="button" className={css.clear} onClick={() => onChange(search.sort ? { sort: search.sort } : {})}>
          {t('filter.clear')}
        </button>
      )}
    </search>
  )
}

interface SelectProps {
  label: string
  value: string
  choices: readonly Choice[]
  /** Said of no choice at all. */
  every?: string
  onChange: (value: string) => void
}

function Select({ label, value, choices, every, onChange }: SelectProps) {
  // An address may ask for what nobody has: it is shown, or the list would be narrowed by something unseen.
  const isListed = value === '' || choices.some(([each]) => each === value)
  return (
    <label className={css.part}>
      {label}
      <select className={css.input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {every !== undefined && <option value="">{every}</option>}
        {!isListed && <option value={value}>{value}</option>}
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Asked for when the typing pauses: not once for each letter. */
function TextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('students')
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  if (shown !== text) {
    setShown(text)
    // Cleared or opened by an address; what is being typed is ahead of it.
    if (text !== typed.trim()) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onChange(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    <label className={css.text}>
      {t('filter.text')}
      <input
        type="search"
        dir="auto"
        maxLength={100}
        className={css.input}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}
