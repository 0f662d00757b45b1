import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { type AppointmentKind, appointmentKinds } from '#shared/admissions/scoring.rules.ts'
import { Language } from '#shared/kernel/fields.ts'
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
      <AddresseeFields to={to} onChange={setTo} />
      {error && (
        <p role="alert" className={css.problem}>
          {errorText(error)}
        </p>
      )}
      <p role="status" className={css.done}>
        {isSent && t('ask.sent')}
      </p>
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

interface Addressee {
  guardian: string
  email: string
  language: Language
}

function AddresseeFields({ to, onChange }: { to: Addressee; onChange: (to: Addressee) => void }) {
  const { t } = useTranslation('admissions.appointments')
  return (
    <>
      <label className={css.labelled}>
        {t('ask.guardian')}
        <input
          required
          dir="auto"
          maxLength={120}
          value={to.guardian}
          onChange={(event) => onChange({ ...to, guardian: event.currentTarget.value })}
        />
      </label>
      <label className={css.labelled}>
        {t('ask.email')}
        <input
          required
          type="email"
          dir="ltr"
          maxLength={254}
          value={to.email}
          onChange={(event) => onChange({ ...to, email: event.currentTarget.value })}
        />
      </label>
      <label className={css.labelled}>
        {t('ask.language')}
        <select
          value={to.language}
          onChange={(event) => onChange({ ...to, language: Language.parse(event.currentTarget.value) })}
        >
          {Language.options.map((each) => (
            <option key={each} value={each}>
              {t(`ask.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

/** Which kind of appointment. */
export function KindField({ value, onChange }: { value: AppointmentKind; onChange: (kind: AppointmentKind) => void }) {
  const { t } = useTranslation('admissions.appointments')
  return (
    <label className={css.labelled}>
      {t('what')}
      <select
        value={value}
        onChange={(event) => onChange(appointmentKinds.find((each) => each === event.currentTarget.value) ?? value)}
      >
        {appointmentKinds.map((each) => (
          <option key={each} value={each}>
            {t(`kind.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
