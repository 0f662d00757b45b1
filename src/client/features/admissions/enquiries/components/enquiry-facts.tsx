import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { decideOn } from '#client/features/forms/submissions/submissions.api.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useListKeys } from '#client/platform/use-list-keys.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import type { EnquiryPart } from './enquiry-part.types.ts'

interface FactsProps extends EnquiryPart {
  mayUnmerge: boolean
  onOpen: (id: string) => void
}

/** Who asks what about whom, and what has come of it. */
export function EnquiryFacts({ enquiry, mayUnmerge, isPending, act, onOpen }: FactsProps) {
  const text = useEnquiryText()
  const { t, format } = text
  const { phone, email, prefers, mayContact, mergedInto } = enquiry
  return (
    <section className={css.facts}>
      <p className={css.soft}>
        {phone ? (
          <bdi dir="ltr" className="num">
            {enquiry.e164 ?? phone}
          </bdi>
        ) : (
          t('panel.noPhone')
        )}
        {' · '}
        {email ? <bdi dir="ltr">{email}</bdi> : t('panel.noEmail')}
        {prefers && ` · ${t('panel.prefers', { channel: text.channel(prefers) })}`}
        {mayContact !== null && ` · ${t(mayContact ? 'panel.may' : 'panel.mayNot')}`}
      </p>
      <Children enquiry={enquiry} />
      {enquiry.message !== '' && (
        <blockquote className={css.message} dir="auto">
          {enquiry.message}
        </blockquote>
      )}
      <p className={css.soft}>
        {t('panel.received', { moment: format.dateTime(enquiry.receivedAt) })} · {text.source(enquiry.source)} ·{' '}
        <bdi dir="ltr" className="num">
          {formatReference(enquiry.reference)}
        </bdi>
      </p>
      {mergedInto && (
        <p>
          <button type="button" className={css.linkButton} onClick={() => onOpen(mergedInto.id)}>
            {t('panel.mergedInto', { reference: formatReference(mergedInto.reference) })}
          </button>
          {mayUnmerge && (
            <Button kind="quiet" isWorking={isPending} onClick={() => void act({ do: 'unmerge' })}>
              {t('duplicate.unmerge')}
            </Button>
          )}
        </p>
      )}
      <Files enquiry={enquiry} />
    </section>
  )
}

function Children({ enquiry }: Pick<EnquiryPart, 'enquiry'>) {
  const text = useEnquiryText()
  const about = ({ grade, entryYear, birthDate }: EnquiryPart['enquiry']['children'][number]) => [
    grade && text.grade(grade),
    entryYear && `${entryYear}–${String((entryYear + 1) % 100).padStart(2, '0')}`,
    birthDate && formatDay(birthDate, text.lng),
  ]
  return (
    <ul className={css.children}>
      {enquiry.children.map((child) => (
        <li key={child.place}>
          <strong>
            <bdi>{text.nameOf(child)}</bdi>
          </strong>{' '}
          {about(child)
            .filter(Boolean)
            .map((part) => `\u2068${part}\u2069`)
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
}

/** The files that were made of the children; O opens the first. */
function Files({ enquiry }: Pick<EnquiryPart, 'enquiry'>) {
  const { t, lng } = useEnquiryText()
  const navigate = useNavigate()
  const [first] = enquiry.students
  useListKeys({
    KeyO: first && (() => void navigate({ to: '/student/$id', params: { id: first.student_id } })),
  })
  const { standing } = useStudentText()
  const nameOf = ({ student_name: latin, student_name_ar: arabic }: EnquiryPart['enquiry']['students'][number]) =>
    lng === 'ar' ? (arabic ?? latin) : (latin ?? arabic)
  return enquiry.students.map((student) => (
    <p key={student.student_id}>
      <Link to="/student/$id" params={{ id: student.student_id }} className={link.link}>
        {t('panel.file')} <bdi>{nameOf(student)}</bdi>
      </Link>{' '}
      {standing(student.status, null)}
    </p>
  ))
}

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
