import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Addressee, AddresseeFields } from '#client/features/forms/submissions/components/addressee-fields.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { type AppointmentKind, appointmentKinds } from '#shared/admissions/scoring.rules.ts'
import { mailLink } from '../appointment.api.ts'
import css from './appointments.module.css'
import type { PartProps } from './part.types.ts'

/** Mails a guardian a link to choose a time by, and shows whom it was mailed to. */
export function LinkForm({ studentId, seen, onDone }: PartProps) {
  const { t } = useTranslation('admissions.appointments')
  const errorText = useErrorText()
  const [kind, setKind] = useState<AppointmentKind>('interview')
  const [to, setTo] = useState<Addressee>({
    guardian: seen.contact?.guardian ?? '',
    email: seen.contact?.email ?? '',
    language: seen.contact?.language ?? seen.language,
  })
  const [isSent, setIsSent] = useState(false)
  const { mutate, error, isPending } = useMutation(mailLink, {
    onSuccess: (next) => {
      setIsSent(true)
      onDone(next)
    },
  })
  return (
    <form
      className={css.form}
      aria-label={t('ask.title')}
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(false)
        void mutate({ student_id: studentId, appointmentKind: kind, ...to })
      }}
    >
      <h2>{t('ask.title')}</h2>
      <KindField value={kind} onChange={setKind} />
      <AddresseeFields to={to} onChange={(more) => setTo({ ...to, ...more })} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <InlineNotice tone="success">{isSent && t('ask.sent')}</InlineNotice>
      <Button type="submit" isWorking={isPending}>
        {t('ask.send')}
      </Button>
      <ul className={css.list}>
        {seen.links.map((link) => (
          <li key={link.id} className={css.soft}>
            {t(`kind.${link.kind}`)} · <bdi>{link.guardian}</bdi> · <bdi dir="ltr">{link.email}</bdi> ·{' '}
            {t(`ask.state.${link.state}`)}
          </li>
        ))}
      </ul>
    </form>
  )
}

/** Which kind of appointment. */
export function KindField({ value, onChange }: { value: AppointmentKind; onChange: (kind: AppointmentKind) => void }) {
  const { t } = useTranslation('admissions.appointments')
  return (
    <ChoiceField
      label={t('what')}
      values={appointmentKinds}
      nameOf={(each) => t(`kind.${each}`)}
      value={value}
      onChange={onChange}
    />
  )
}
