import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { ListFormat } from '#shared/lists/spreadsheet.rules.ts'
import { type ListView, listViews } from '../list-view.ts'
import type { StudentSearch } from '../student-search.ts'
import { ExportSheet } from './export-sheet.tsx'
import css from './list-tools.module.css'
import { SavedFilters } from './saved-filters.tsx'

interface ToolsProps {
  view: ListView
  search: StudentSearch
  /** How many the filter finds; undefined until it is known. */
  found: number | undefined
  onView: (view: ListView) => void
  /** Another filter takes the place of this one. */
  onChoose: (search: StudentSearch) => void
}

/** In which way the students are shown, and what is done with all that the filter finds. */
export function ListTools({ view, search, found, onView, onChoose }: ToolsProps) {
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
        <Link to="/student/new" className={common.link}>
          {t('begin')}
        </Link>
      )}
      {may('students.import') && (
        <Link to="/student/import" className={common.link}>
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
        <ExportSheet search={search} found={found} as={exporting} onClose={() => setExporting(undefined)} />
      )}
    </div>
  )
}
