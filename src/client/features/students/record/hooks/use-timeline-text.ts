import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { documentActs } from '#shared/documents/document-state.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'
import { guardianFields, identityFields, type RecordField } from '#shared/students/student-record.rules.ts'
import { studentOutcomes, studentStatuses } from '#shared/students/student-status.rules.ts'
import { useRecordText } from './use-record-text.ts'
import { useStudentText } from './use-student-text.ts'

const offerMoments = [
  'made',
  'sent',
  'viewed',
  'accepted',
  'sign',
  'paper',
  'decline',
  'more-time',
  'withdraw',
  'deposit',
  'waiver-asked',
  'waiver-agreed',
  'refund-due',
  'refund-paid',
  'contract',
  'registration',
  'contract-back',
  'registration-back',
] as const
const messages = [
  'offer-sent',
  'offer-accepted',
  'offer-declined',
  'offer-expired',
  'offer-rescinded',
  'offer-reminder',
  'offer-goes',
  'documents-asked',
  'call',
  'no-answer',
  'meeting',
  'message',
] as const
const recordActs = [
  'added',
  'removed',
  'begun',
  'erased',
  'identity-child',
  'identity-signer',
  'identity-child-back',
  'identity-signer-back',
  'fee-paid',
  'fee-reversed',
  'fee-refund-due',
  'fee-refund-paid',
  'notice-opened',
  'notice-filed',
] as const
const noteActs = ['written', 'struck', 'strike'] as const

const oneOf = <T extends string>(list: readonly T[], code: unknown): T | undefined => list.find((each) => each === code)

/** Answers a function that says in a sentence what happened; a code of a newer server is shown as it is. */
export function useTimelineText() {
  const { t, i18n } = useTranslation(['students.file', 'students', 'documents'])
  const pick = useBilingual()
  const { reason } = useStudentText()
  const recordText = useRecordText()
  const fact = (value: string | number | undefined) => (value === undefined ? '' : String(value))

  const step = ({ what, facts }: TimelineEntry): string => {
    const [to, from] = [oneOf(studentStatuses, what), oneOf(studentStatuses, facts['from'])]
    const outcome = oneOf(studentOutcomes, facts['outcome'])
    const said = [
      to ? t(`students:status.${to}`) : what,
      from && t('timeline.from', { status: t(`students:status.${from}`) }),
      outcome && t(`students:outcome.${outcome}`),
      facts['reason'] !== undefined && reason(fact(facts['reason'])),
    ]
    return said.filter(Boolean).join(' · ')
  }
  const change = ({ what, facts }: TimelineEntry): string => {
    const act = oneOf(recordActs, what)
    if (act) return t(`timeline.record.${act}`, { name: fact(facts['name']) })
    const field = oneOf<RecordField>([...identityFields, ...guardianFields], what)
    const valueOf = (value: string | number | undefined) =>
      value === 'true' || value === 'false'
        ? recordText(field ?? null, value === 'true')
        : recordText(field ?? null, value ?? null)
    const change = t('timeline.record.changed', {
      field: field ? t(`field.${field}`) : what,
      from: valueOf(facts['from']),
      to: valueOf(facts['to']),
    })
    return [change, fact(facts['name'])].filter(Boolean).join(' · ')
  }
  return (entry: TimelineEntry): string => {
    const { kind, what, facts } = entry
    if (kind === 'status') return step(entry)
    if (kind === 'record') return change(entry)
    if (kind === 'offer') {
      const moment = oneOf(offerMoments, what)
      return `${moment ? t(`timeline.offer.${moment}`) : what} · ${t('timeline.version', { version: facts['version'] })}`
    }
    if (kind === 'document') {
      const act = oneOf(documentActs, what)
      const name = pick({ en: fact(facts['en']), ar: fact(facts['ar']) })
      return `${name} · ${act ? t(`documents:deed.${act}`) : what}`
    }
    if (kind === 'message') {
      const known = oneOf(messages, what)
      return known ? t(`timeline.message.${known}`, { to: fact(facts['to']) }) : what
    }
    if (kind === 'task') {
      const day = facts['on'] === undefined ? '' : formatDay(fact(facts['on']), i18n.language)
      return what === 'done' ? t('timeline.task.done') : t('timeline.task.given', { day })
    }
    const note = oneOf(noteActs, what)
    return note ? t(`timeline.note.${note}`) : what
  }
}
