import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { pickedStudentsAtom } from '#client/platform/picked-students.ts'
import { Button } from '#client/ui/button.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { BulkSheet } from './bulk-sheet.tsx'
import css from './list-tools.module.css'

interface PickedProps {
  picked: readonly StudentRow[]
  onChanged: (student: StudentRow) => void
  onClear: () => void
}

/** Stays in sight while somebody is selected. */
export function PickedBar({ picked, onChanged, onClear }: PickedProps) {
  const { t } = useTranslation('admissions.student-list')
  const [isOpen, setIsOpen] = useState(false)
  const may = useRights()
  const navigate = useNavigate()
  const putPicked = useSetAtom(pickedStudentsAtom)
  const write = () => {
    putPicked(picked.map(({ student_id: id }) => id))
    void navigate({ to: '/messages', search: { part: 'many' } })
  }
  return (
    <>
      {picked.length > 0 && (
        <div className={css.picked}>
          <span role="status">{t('pick.count', { count: picked.length })}</span>
          <Button kind="main" onClick={() => setIsOpen(true)}>
            {t('pick.act')}
          </Button>
          {may('messages.many') && <Button onClick={write}>{t('pick.write')}</Button>}
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
