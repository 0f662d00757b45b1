import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import type { PersonView } from '#shared/forms/people/person.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import css from './submission-sheet.module.css'

interface PersonLineProps {
  person: PersonView
  note: string
  onOpen: (submissionId: string) => void
  /** What may be done about it. */
  children: ReactNode
}

/** Somebody who is, is not or may be the same, with the submission that tells of them. */
export function PersonLine({ person, note, onOpen, children }: PersonLineProps) {
  const { i18n } = useTranslation()
  const pick = useBilingual()
  const { names, birthDate, submission } = person
  return (
    <li className={css.person}>
      <div>
        <button type="button" className={css.name} onClick={() => onOpen(submission.id)}>
          <bdi>{names.join(' · ')}</bdi>
        </button>
        {birthDate && <bdi> {formatDay(birthDate, i18n.language)}</bdi>}
        <small className={css.line}>
          {pick(submission.form)} ·{' '}
          <bdi dir="ltr" className="num">
            {formatReference(submission.reference)}
          </bdi>
        </small>
        <small className={css.line}>{note}</small>
      </div>
      <div className={common.actions}>{children}</div>
    </li>
  )
}
