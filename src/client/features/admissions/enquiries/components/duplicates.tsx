import { Link } from '@tanstack/react-router'
import { decideOn } from '#client/features/forms/submissions/submissions.api.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import type { EnquiryPart } from './enquiry-part.types.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useState } from 'react'

/** Enquiries and applications that may be about the same child; a person decides. */
export function Duplicates({
  enquiry,
  mayWork,
  isPending,
  act,
  onOpen,
}: EnquiryPart & { onOpen: (id: string) => void }) {
  const { t, day } = useEnquiryText()
  const [gone, setGone] = useState<readonly string[]>([])
  const apart = useMutation(async (personId: string, otherId: string) => {
    await decideOn('apart', personId, otherId)
    setGone((before) => [...before, otherId])
  })
  const shown = enquiry.duplicates.filter(({ otherId }) => !gone.includes(otherId))
  if (shown.length === 0) return null
  return (
    <ul className={css.duplicates} aria-label={t('duplicate.title')}>
      {shown.map((other) => (
        <li key={other.otherId}>
          <span>
            {t('duplicate.title')} <strong dir="auto">{other.name}</strong>{' '}
            {t(other.enquiryId ? 'duplicate.enquiry' : 'duplicate.application', { day: day(other.receivedAt) })}
          </span>
          <span className={css.buttons}>
            {other.enquiryId && (
              <Button kind="quiet" onClick={() => other.enquiryId && onOpen(other.enquiryId)}>
                {t('duplicate.open')}
              </Button>
            )}
            {other.studentId && (
              <Link to="/student/$id" params={{ id: other.studentId }} className={link.link}>
                {t('panel.file')}
              </Link>
            )}
            {mayWork && other.enquiryId && (
              <Button
                isWorking={isPending}
                onClick={() => other.enquiryId && void act({ do: 'merge', otherId: other.enquiryId })}
              >
                {t('duplicate.merge')}
              </Button>
            )}
            {mayWork && !other.isSame && (
              <Button
                kind="quiet"
                isWorking={apart.isPending}
                onClick={() => void apart.mutate(other.personId, other.otherId)}
              >
                {t('duplicate.apart')}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
