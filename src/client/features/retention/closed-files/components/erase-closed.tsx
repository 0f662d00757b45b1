import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { machineClock } from '#local/kernel/machine.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Retention } from '#shared/retention/retention.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { eraseFile, rehearseErasure } from '../retention.api.ts'
import { EraseForm } from './erase-form.tsx'

interface EraseProps {
  student: StudentRow
  retention: Retention
  onErased: () => void
  onClose: () => void
}

/** A closed file is erased here. */
export function EraseClosed({ student, retention: { erasesOn }, onErased, onClose }: EraseProps) {
  const { t } = useTranslation('retention')
  const { student_id: studentId, registration_id: reference } = student
  return (
    <EraseForm
      label={t('erase.ask')}
      reference={reference}
      isDue={erasesOn !== null && erasesOn <= toInstant(machineClock.nowMs()).slice(0, 10)}
      wrong={t('erase.wrong')}
      rehearse={useCallback(() => rehearseErasure([studentId]), [studentId])}
      erase={(cause) => eraseFile({ student_id: studentId, reference, cause })}
      onErased={onErased}
      onClose={onClose}
    />
  )
}
