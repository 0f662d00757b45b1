import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { Language } from '#shared/kernel/fields.ts'
import { mayIn } from '#shared/kernel/roles.ts'
import { askFamily, endLink, type StudentDocuments } from '../document.api.ts'
import css from './documents.module.css'

interface AskFamilyProps {
  answer: StudentDocuments
  again: () => void
}

/** Mails a guardian what is missing, and shows whom it was mailed to. */
export function AskFamily({ answer, again }: AskFamilyProps) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const { student, contact, isSettled } = answer
  const [to, setTo] = useState<Addressee>({
    guardian: contact?.guardian ?? '',
    email: contact?.email ?? '',
    language: contact?.language ?? student.language,
  })
  const [isSent, setIsSent] = useState(false)
  const { student_id } = student
  const asking = useMutation(askFamily, {
    onSuccess: () => {
      setIsSent(true)
      again()
    },
  })
  const ending = useMutation((id: string) => endLink(student_id, id), { onSuccess: again })
  const error = asking.error ?? ending.error
  const end = (id: string) => {
    setIsSent(false)
    asking.reset()
    void ending.mutate(id)
  }
  if (!mayIn(kind, user?.authority ?? [], 'family.ask')) return null
  return (
    <section className={css.ask} aria-labelledby="ask-title">
      <h2 id="ask-title">{t('ask.title')}</h2>
      <p className={css.soft}>{t('ask.text')}</p>
      {!isSettled && (
        <form
          className={css.askForm}
          onSubmit={(event) => {
            event.preventDefault()
            setIsSent(false)
            ending.reset()
            void asking.mutate({ student_id, ...to })
          }}
        >
          <AddresseeFields to={to} onChange={setTo} />
          <Button type="submit" kind="main" isWorking={asking.isPending}>
            {t('ask.send')}
          </Button>
        </form>
      )}
      {error && <p role="alert">{errorText(error)}</p>}
      {isSent && !error && <p role="status">{t('ask.sent')}</p>}
      <Links answer={answer} onEnd={end} />
    </section>
  )
}

interface Addressee {
  guardian: string
  email: string
  language: Language
}

function AddresseeFields({ to, onChange }: { to: Addressee; onChange: (to: Addressee) => void }) {
  const { t } = useTranslation('documents')
  return (
    <>
      <TextField
        label={t('ask.guardian')}
        required
        maxLength={120}
        value={to.guardian}
        onChange={(typed) => onChange({ ...to, guardian: typed })}
      />
      <TextField
        label={t('ask.email')}
        required
        type="email"
        maxLength={254}
        value={to.email}
        onChange={(typed) => onChange({ ...to, email: typed })}
      />
      <ChoiceField
        label={t('ask.language')}
        values={Language.options}
        nameOf={(each) => t(`ask.${each}`)}
        value={to.language}
        onChange={(chosen) => onChange({ ...to, language: chosen })}
      />
    </>
  )
}

function Links({ answer: { links }, onEnd }: { answer: StudentDocuments; onEnd: (id: string) => void }) {
  const { t } = useTranslation('documents')
  return (
    <ul className={css.files}>
      {links.map(({ id, guardian, email, state }) => (
        <li key={id} className={css.file}>
          <span>
            <bdi>{guardian}</bdi> · <bdi dir="ltr">{email}</bdi>
          </span>
          <span className={css.soft}>{t(`ask.state.${state}`)}</span>
          {(state === 'waiting' || state === 'opened') && (
            <button type="button" className={css.button} onClick={() => onEnd(id)}>
              {t('ask.end')} <span className="visually-hidden">{email}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
