import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { statusIcons } from '#client/features/students/record/components/status-icons.tsx'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { useFormat } from '#client/i18n/format.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'
import type { ListAbout } from '../../student-file/student.api.ts'
import css from './status-counts.module.css'

interface StatusCountsProps {
  /** Undefined until they have come: zeros keep the place. */
  about: Pick<ListAbout, 'counts' | 'total'> | undefined
  /** They could not be had: neither zeros nor what another filter had found stand for them. */
  isUnknown: boolean
  chosen: string | undefined
  onChoose: (status: StudentStatus | undefined) => void
}

/** How many stand where, of all that the rest of the filter finds; each count shows its own. */
export const StatusCounts = memo(function StatusCounts({ about, isUnknown, chosen, onChoose }: StatusCountsProps) {
  const { t } = useTranslation('students')
  const format = useFormat()
  const label = useStatusLabel()
  const shown = (count = 0) => (isUnknown ? '–' : format.count(count))
  return (
    <fieldset className={css.counts} aria-busy={!about && !isUnknown}>
      <legend className="visually-hidden">{t('counts.title')}</legend>
      <button type="button" className={css.count} aria-pressed={!chosen} onClick={() => onChoose(undefined)}>
        <span className={css.word}>{t('counts.all')}</span>
        <strong className={css.number}>{shown(about?.total)}</strong>
      </button>
      {studentStatuses.map((status) => {
        const Icon = statusIcons[status]
        return (
          <button
            key={status}
            type="button"
            className={css.count}
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <span className={css.word}>
              <Icon size={16} />
              {label(status, t(`status.${status}`))}
            </span>
            <strong className={css.number}>{shown(about?.counts[status])}</strong>
          </button>
        )
      })}
    </fieldset>
  )
})
