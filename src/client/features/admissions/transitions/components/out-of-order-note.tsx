import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { namesOf } from '#client/features/students/record/student-names.ts'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import { isOutOfOrder } from '../transition-draft.ts'

/** Another child is next on the waiting list: who it is, and that a note has to say why this one comes first. */
export function OutOfOrderNote({ move, file }: { move: OpenTransition; file: StudentFile }) {
  const { t, i18n } = useTranslation('students')
  const next = file.line?.next
  if (!isOutOfOrder(move) || !next) return null
  const name = `\u2068${namesOf(next, i18n.language)[0] ?? next.registration_id}\u2069`
  return (
    <p className={css.hint}>
      {t('moves.outOfOrder', { name, position: file.line?.position ?? 0, total: file.line?.total ?? 0 })}
    </p>
  )
}
