import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import type { ListFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { useSavedFilters } from '../hooks/use-saved-filters.ts'
import { type ListView, listViews } from '../list-view.ts'
import { isNarrowed } from '../student-filter.ts'
import { readStudentSearch, type StudentSearch } from '../student-search.ts'
import { PlusIcon } from '#client/ui/icons/action-icons.tsx'
import { MenuButton } from '#client/ui/menu-button.tsx'
import type { useColumns } from '../hooks/use-columns.ts'
import { columnsText } from '../student-columns.ts'
import { DisplayButton } from './display-sheet.tsx'
import { ExportSheet } from './export-sheet.tsx'
import css from './list-tools.module.css'
import { SavedSheet } from './saved-sheet.tsx'

interface ToolsProps {
  view: ListView
  search: StudentSearch
  /** How many the filter finds; undefined until it is known. */
  found: number | undefined
  /** Who is selected, where anybody is: an export is of them. */
  picked?: readonly StudentRow[] | undefined
  shown: ReturnType<typeof useColumns>
  onView: (view: ListView) => void
  /** Another filter takes the place of this one. */
  onChoose: (search: StudentSearch) => void
}

/** In which way the students are shown, and what is done with all that the filter finds. */
export const ListTools = memo(function ListTools(props: ToolsProps) {
  const { view, search, found, picked = [], shown, onView, onChoose } = props
  const { t } = useTranslation('admissions.student-list')
  const may = useRights()
  const saved = useSavedFilters()
  const [exporting, setExporting] = useState<ListFormat>()
  const [isSaving, setSaving] = useState(false)
  const columns = columnsText(shown.columns)
  return (
    <div className={css.tools}>
      <SavedViews search={search} filters={saved.filters} onChoose={onChoose} />
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
      {view === 'table' && (
        <DisplayButton shown={shown} onChosen={() => search.columns && onChoose(withoutColumns(search))} />
      )}
      <MoreTools found={found} onSave={() => setSaving(true)} onExport={setExporting} />
      {may('students.record') && (
        <Link to="/student/new" className={css.begin}>
          <PlusIcon size={16} />
          {t('begin')}
        </Link>
      )}
      {isSaving && (
        <SavedSheet
          search={{ ...search, ...(columns && { columns }) }}
          saved={saved}
          onClose={() => setSaving(false)}
        />
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
})

interface MoreProps {
  found: number | undefined
  onSave: () => void
  onExport: (format: ListFormat) => void
}

/** What is done less often with the list, for the person who may. */
function MoreTools({ found, onSave, onExport }: MoreProps) {
  const { t } = useTranslation('admissions.student-list')
  const may = useRights()
  const [mayKeep, mayImport] = [may('students.decide'), may('students.import')]
  const mayExport = found !== 0 && may('students.export')
  if (!mayKeep && !mayImport && !mayExport) return null
  return (
    <MenuButton label={t('more')}>
      {mayKeep && (
        <button type="button" onClick={onSave}>
          {t('saved.open')}
        </button>
      )}
      {mayExport && (
        <>
          <button type="button" onClick={() => onExport('xlsx')}>
            {t('export.open')}
          </button>
          <button type="button" onClick={() => onExport('pdf')}>
            {t('export.print')}
          </button>
        </>
      )}
      {mayImport && <Link to="/student/import">{t('import')}</Link>}
    </MenuButton>
  )
}

const withoutColumns = ({ columns: _columns, ...rest }: StudentSearch): StudentSearch => rest

interface SavedProps {
  search: StudentSearch
  filters: ReturnType<typeof useSavedFilters>['filters']
  onChoose: (search: StudentSearch) => void
}

/** The filters that have a name: one press, and the list is narrowed so. The default opens where nothing else was asked for. */
function SavedViews({ search, filters, onChoose }: SavedProps) {
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
