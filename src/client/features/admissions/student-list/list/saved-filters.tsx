import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import { useSavedFilters } from '../hooks/use-saved-filters.ts'
import { isNarrowed } from '../student-filter.ts'
import { readStudentSearch, type StudentSearch } from '../student-search.ts'
import css from './list-tools.module.css'
import { SavedSheet } from './saved-sheet.tsx'

interface SavedProps {
  search: StudentSearch
  onChoose: (search: StudentSearch) => void
}

/** The filters that have a name: one press, and the list is narrowed so. The default opens where nothing else was asked for. */
export function SavedFilters({ search, onChoose }: SavedProps) {
  const { t } = useTranslation('admissions.student-list')
  const may = useRights()
  const saved = useSavedFilters()
  const [isOpen, setIsOpen] = useState(false)
  const { filters } = saved
  const isAsked = useRef(isNarrowed(search) || search.view !== undefined || search.sort !== undefined)
  useEffect(() => {
    if (!filters || isAsked.current) return
    isAsked.current = true
    const own = filters.find(({ isDefault }) => isDefault)
    if (own) onChoose(readStudentSearch(own.address))
  }, [filters, onChoose])
  const shown = filters?.find(({ address }) => sameAddress(readStudentSearch(address), search))
  return (
    <>
      {filters && filters.length > 0 && (
        <label className={css.saved}>
          {t('saved.title')}
          <select
            value={shown?.id ?? ''}
            onChange={(event) => {
              const chosen = filters.find(({ id }) => id === event.currentTarget.value)
              if (chosen) onChoose(readStudentSearch(chosen.address))
            }}
          >
            <option value="">{t('saved.choose')}</option>
            {filters.map(({ id, name, isShared }) => (
              <option key={id} value={id}>
                {isShared ? t('saved.sharedName', { name }) : name}
              </option>
            ))}
          </select>
        </label>
      )}
      {may('students.decide') && <Button onClick={() => setIsOpen(true)}>{t('saved.open')}</Button>}
      {isOpen && <SavedSheet search={search} saved={saved} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const sameAddress = (one: StudentSearch, other: StudentSearch): boolean => {
  const parts = ({ open: _open, document: _document, ...rest }: StudentSearch) =>
    new URLSearchParams(
      Object.entries(rest)
        .map(([name, value]) => [name, String(value)])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toString()
  return parts(one) === parts(other)
}
