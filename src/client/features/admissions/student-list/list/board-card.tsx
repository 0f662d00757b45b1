import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import table from '#client/ui/tables/list-table.module.css'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { useTargets } from '../hooks/use-targets.ts'
import css from './student-board.module.css'

interface CardProps {
  student: StudentRow
  onHold: (student: StudentRow | undefined) => void
  onMove: (student: StudentRow, to: StudentStatus) => void
  onOpen: (studentId: string) => void
}

/** One student. It is dragged with a pointer; its buttons do the same for every hand. */
export function BoardCard({ student, onHold, onMove, onOpen }: CardProps) {
  const { t: ofStudents, i18n } = useTranslation('students')
  const pick = useBilingual()
  const format = useFormat()
  const { grade, outcome } = useStudentText()
  const may = useRights()
  const targets = useTargets()(student)
  const canMove = may('students.decide') && targets.length > 0
  const [name = ofStudents(unnamed(student)), other] = namesOf(student, i18n.language)
  const about = [
    student.grade && grade(student.grade),
    student.outcome && outcome(student.outcome),
    ofStudents('list.since', { day: format.day(student.statusSince) }),
  ].filter(Boolean)
  return (
    <div
      className={css.card}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', student.registration_id)
        onHold(student)
      }}
      onDragEnd={() => onHold(undefined)}
    >
      <button type="button" className={table.open} onClick={() => onOpen(student.student_id)}>
        <bdi>{name}</bdi>
      </button>
      {other && (
        <small className={css.soft}>
          <bdi>{other}</bdi>
        </small>
      )}
      <small className={css.soft}>{about.join(' · ')}</small>
      {student.owner && (
        <small className={css.soft}>
          <bdi>{pick(student.owner.name)}</bdi>
        </small>
      )}
      {canMove && <Targets name={name} targets={targets} onMove={(to) => onMove(student, to)} />}
    </div>
  )
}

interface TargetsProps {
  name: string
  targets: readonly StudentStatus[]
  onMove: (to: StudentStatus) => void
}

function Targets({ name, targets, onMove }: TargetsProps) {
  const { t } = useTranslation('admissions.student-list')
  const { t: ofStudents } = useTranslation('students')
  const label = useStatusLabel()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <>
      <button
        type="button"
        className={css.move}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('board.move')}
        <span className="visually-hidden">{` (${name})`}</span>
      </button>
      <ul id={listId} className={css.targets} hidden={!isOpen}>
        {targets.map((to) => (
          <li key={to}>
            <button
              type="button"
              className={css.target}
              onClick={() => {
                setIsOpen(false)
                onMove(to)
              }}
            >
              {label(to, ofStudents(`status.${to}`))}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
