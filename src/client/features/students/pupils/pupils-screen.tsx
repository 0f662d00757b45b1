import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { useRights } from '../record/hooks/use-rights.ts'
import { ClassesView } from './classes/classes-view.tsx'
import { ImportSheet } from './components/import-sheet.tsx'
import { PupilList } from './components/pupil-list.tsx'
import css from './components/pupils.module.css'
import { fetchClasses } from './pupils.api.ts'
import { type PupilsSearch, readPupilsSearch } from './pupils-search.ts'

const views = ['pupils', 'classes'] as const

/** The school's pupils with their classes and cards, and what is done with them: import, class, leaving, promotion. */
export function PupilsScreen() {
  const { t } = useTranslation('students.pupils')
  const may = useRights()
  const search = readPupilsSearch(useSearch({ from: '/_authenticated/pupils' }))
  const navigate = useNavigate({ from: '/pupils' })
  const classes = useAnswer(currentClasses)
  const [isImporting, setIsImporting] = useState(false)
  const [round, setRound] = useState(0)
  const view = search.view === 'classes' ? 'classes' : 'pupils'
  const change = (next: PupilsSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const changed = () => {
    classes.again()
    setRound((no) => no + 1)
  }
  return (
    <ListFrame
      title={t('title')}
      isWide
      tools={
        may('pupils.manage') && (
          <Button kind="main" onClick={() => setIsImporting(true)}>
            {t('import.open')}
          </Button>
        )
      }
    >
      <nav className={css.views} aria-label={t('view.label')}>
        {views.map((each) => (
          <Button
            key={each}
            kind="quiet"
            aria-current={view === each ? 'page' : undefined}
            onClick={() => change(each === 'classes' ? { view: each } : {})}
          >
            {t(`view.${each}`)}
          </Button>
        ))}
      </nav>
      {view === 'classes' ? (
        <ClassesView round={round} onChanged={changed} onShow={(id) => change({ class: id })} />
      ) : (
        <PupilList
          search={search}
          classes={classes.answer?.classes ?? []}
          round={round}
          onChange={change}
          onChanged={changed}
        />
      )}
      {isImporting && <ImportSheet onClose={() => setIsImporting(false)} onDone={changed} />}
    </ListFrame>
  )
}

const currentClasses = () => fetchClasses()
