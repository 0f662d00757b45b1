import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import css from '../registration.module.css'

/** How it stands with the face that was handed in here last: saved, received, not kept; and never the one called the other. */
export function Submitted({ row, subject }: { row: SubmittedRow; subject: string }) {
  const { t } = useTranslation('faces')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  // Not kept, though it was good, or no use to the server at all: then new pictures may be.
  const refused = row.problem === 'access.denied' ? 'notKept' : 'notUsed'
  const said = row.state === 'complete' ? 'received' : row.state === 'attention' ? refused : 'saved'
  return (
    <div ref={box} className={css.told} role="status" tabIndex={-1} data-state={said}>
      <h2 className={css.name}>{t(`guardian.${said}.title`)}</h2>
      <p data-personal>{t(`guardian.${said}.text`, { name: `⁨${subject}⁩` })}</p>
    </div>
  )
}
