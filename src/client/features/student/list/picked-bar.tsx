import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { StudentRow } from '#shared/contract/student.ts'
import { BulkSheet } from './bulk-sheet.tsx'
import css from './list-tools.module.css'

interface PickedProps {
  picked: readonly StudentRow[]
  onChanged: (student: StudentRow) => void
  onClear: () => void
}

/** Stays in sight while somebody is selected. */
export function PickedBar({ picked, onChanged, onClear }: PickedProps) {
  const { t } = useTranslation('student-list')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {picked.length > 0 && (
        <div className={css.picked}>
          <span role="status">{t('pick.count', { count: picked.length })}</span>
          <Button kind="main" onClick={() => setIsOpen(true)}>
            {t('pick.act')}
          </Button>
          <Button kind="quiet" onClick={onClear}>
            {t('pick.clear')}
          </Button>
        </div>
      )}
      {isOpen && (
        <BulkSheet
          students={picked}
          onChanged={onChanged}
          onClose={() => {
            setIsOpen(false)
            onClear()
          }}
        />
      )}
    </>
  )
}
