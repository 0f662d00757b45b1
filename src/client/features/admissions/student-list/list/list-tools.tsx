import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import type { ListFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { useSavedFilters } from '../hooks/use-saved-filters.ts'
import { type ListView, listViews } from '../list-view.ts'
import { isNarrowed } from '../student-filter.ts'
import { readStudentSearch, type StudentSearch } from '../student-search.ts'
import { ExportSheet } from './export-sheet.tsx'
import css from './list-tools.module.css'
import { SavedSheet } from './saved-sheet.tsx'

interface SavedProps {
  search: StudentSearch
  onChoose: (search: StudentSearch) => void
}

/** The filters that have a name: one press, and the list is narrowed so. The default opens where nothing else was asked for. */
function SavedFilters({ search, onChoose }: SavedProps) {
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

interface ToolsProps {
  view: ListView
  search: StudentSearch
  /** How many the filter finds; undefined until it is known. */
  found: number | undefined
  /** Who is selected, where anybody is: an export is of them. */
  picked?: readonly StudentRow[] | undefined
  onView: (view: ListView) => void
  /** Another filter takes the place of this one. */
  onChoose: (search: StudentSearch) => void
}

/** In which way the students are shown, and what is done with all that the filter finds. */
export function ListTools({ view, search, found, picked = [], onView, onChoose }: ToolsProps) {
  const { t } = useTranslation('admissions.student-list')
  const may = useRights()
  const [exporting, setExporting] = useState<ListFormat>()
  return (
    <div className={css.tools}>
      <fieldset className={css.views}>
        <legend className="visually-hidden">{t('view.title')}</legend>
        {listViews.map((each) => (
          <button
            key={each}
            type="button"
            className={css.view}
            aria-pressed={view === each}
            onClick={() => onView(each)}
          >
            {t(`view.${each}`)}
          </button>
        ))}
      </fieldset>
      <SavedFilters search={search} onChoose={onChoose} />
      {may('students.record') && (
        <Link to="/student/new" className={link.link}>
          {t('begin')}
        </Link>
      )}
      {may('students.import') && (
        <Link to="/student/import" className={link.link}>
          {t('import')}
        </Link>
      )}
      {found !== 0 && may('students.export') && (
        <>
          <Button className={css.export} onClick={() => setExporting('xlsx')}>
            {t('export.open')}
          </Button>
          <Button className={css.export} onClick={() => setExporting('pdf')}>
            {t('export.print')}
          </Button>
        </>
      )}
      {exporting && (
        <ExportSheet
          search={search}
          found={found}
          ids={picked.length > 0 ? picked.map(({ student_id: id }) => id) : undefined}
          as={exporting}
          onClose={() => setExporting(undefined)}
        />
      )}
    </div>
  )
}
