import { Button } from '#client/ui/button.tsx'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import type { EnquiryPart, OpenForm } from './enquiry-part.types.ts'
import { Clock } from './enquiry-table.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { Link } from '@tanstack/react-router'

/** What is to be done now, first on the panel. */
export function NextStep({ enquiry, mayWork, onBegin }: EnquiryPart & { onBegin: (form: OpenForm) => void }) {
  const text = useEnquiryText()
  const { t } = text
  const now = toInstant(machineClock.nowMs())
  const clock = text.clock(enquiry, text.dayOf(now))
  const { status, lostReason, mergedInto, students, invitations } = enquiry
  const [student] = students
  const isInvited = invitations.some(({ state }) => state === 'sent' || state === 'begun')
  const title = () => {
    if (mergedInto) return t('next.merged')
    if (status === 'lost') return t('next.closed', { reason: lostReason ? t(`reason.${lostReason}`) : '–' })
    if (status === 'applied') return t('next.file')
    if (status === 'new') return t('next.answer')
    if (enquiry.nextOn === null) return t('next.plan')
    return isInvited ? t('next.waitApply') : t('next.followUp')
  }
  const isOpen = status !== 'lost' && status !== 'applied'
  return (
    <section className={css.next} data-tone={isOpen ? clock.tone : undefined} aria-label={t('next.title')}>
      <div>
        <strong>{title()}</strong>
        {isOpen && <Clock clock={clock} />}
      </div>
      {student && status === 'applied' && (
        <Link to="/student/$id" params={{ id: student.student_id }} className={css.button}>
          {t('panel.file')}
        </Link>
      )}
      {mayWork && isOpen && (
        <Button kind="main" onClick={() => onBegin(status !== 'new' && enquiry.nextOn === null ? 'date' : 'reply')}>
          {status !== 'new' && enquiry.nextOn === null ? t('date.label') : t('reply.title')}
        </Button>
      )}
    </section>
  )
}
