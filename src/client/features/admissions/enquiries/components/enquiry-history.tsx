import { useBilingual } from '#client/i18n/bilingual.ts'
import type { EnquiryEvent } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { Colleague } from '#shared/identity/colleague.contract.ts'
import css from '../enquiries.module.css'
import { type EnquiryText, useEnquiryText } from '../hooks/use-enquiry-text.ts'

interface HistoryProps {
  events: readonly EnquiryEvent[]
  staff: readonly Colleague[]
}

/** Everything that was done about an enquiry, the latest first. */
export function EnquiryHistory({ events, staff }: HistoryProps) {
  const text = useEnquiryText()
  const { t, format } = text
  const pick = useBilingual()
  if (events.length === 0) return null
  return (
    <section aria-label={t('panel.history')} className={css.part}>
      <h3>{t('panel.history')}</h3>
      <ol className={css.history}>
        {events.map((event) => (
          <li key={event.id}>
            <span>{said(event, text, (id) => staff.find(({ userId }) => userId === id)?.name, pick)}</span>
            {event.to && event.kind !== 'status' && (
              <small>{t('event.status', { status: t(`status.${event.to}`) })}</small>
            )}
            {event.text && (
              <p className={css.written} dir="auto">
                {event.text}
              </p>
            )}
            <small className={css.soft}>
              {format.dateTime(event.at)} · <bdi>{event.by ? pick(event.by.name) : t('event.family')}</bdi>
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Name = Colleague['name']

function said(
  event: EnquiryEvent,
  { t, channel, day }: EnquiryText,
  nameOf: (id: string) => Name | undefined,
  pick: (name: Name) => string,
): string {
  switch (event.kind) {
    case 'status': {
      const reason = event.reason ? `: ${t(`reason.${event.reason}`)}` : ''
      return `${event.to ? t('event.status', { status: t(`status.${event.to}`) }) : ''}${reason}`
    }
    case 'owner': {
      const name = event.subjectId ? nameOf(event.subjectId) : undefined
      return name ? t('event.owner', { name: pick(name) }) : t('event.unassigned')
    }
    case 'next':
      return event.on ? t('event.next', { day: day(event.on) }) : t('event.noNext')
    case 'contact':
      return t(event.reason === 'no-answer' ? 'event.noAnswer' : 'event.contact', {
        channel: channel(event.channel ?? ''),
      })
    case 'tour':
      return event.tour ? t('event.tour', { state: t(`tour.${event.tour}`) }) : t('event.tourLink')
    default:
      return t(`event.${event.kind}`)
  }
}
