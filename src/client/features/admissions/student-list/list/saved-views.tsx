import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { useSavedFilters } from '../hooks/use-saved-filters.ts'
import { isNarrowed } from '../student-filter.ts'
import { readStudentSearch, type StudentSearch } from '../student-search.ts'
import css from './list-tools.module.css'

interface SavedProps {
  search: StudentSearch
  filters: ReturnType<typeof useSavedFilters>['filters']
  onChoose: (search: StudentSearch) => void
}

/** The filters that have a name: one press, and the list is narrowed so. The default opens where nothing else was asked for. */
export function SavedViews({ search, filters, onChoose }: SavedProps) {
  const { t } = useTranslation('admissions.student-list')
  const isAsked = useRef(isNarrowed(search) || search.view !== undefined || search.sort !== undefined)
  useEffect(() => {
    if (!filters || isAsked.current) return
    isAsked.current = true
    const own = filters.find(({ isDefault }) => isDefault)
    if (own) onChoose(readStudentSearch(own.address))
  }, [filters, onChoose])
  const shown = filters?.find(({ address }) => sameAddress(readStudentSearch(address), search))
  if (!filters || filters.length === 0) return null
  return (
    <nav className={css.saved} aria-label={t('saved.title')}>
      {filters.map(({ id, name, address }) => (
        <button
          key={id}
          type="button"
          aria-current={id === shown?.id ? 'true' : undefined}
          onClick={() => onChoose(id === shown?.id ? {} : readStudentSearch(address))}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </nav>
  )
}

const sameAddress = (one: StudentSearch, other: StudentSearch): boolean => {
  const parts = ({ open: _open, document: _document, columns: _columns, ...rest }: StudentSearch) =>
    new URLSearchParams(
      Object.entries(rest)
        .map(([name, value]) => [name, String(value)])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toString()
  return parts(one) === parts(other)
}
