import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Addressee, AddresseeFields } from '#client/features/forms/submissions/components/addressee-fields.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
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
  if (!hasScopedPermission(kind, user?.authority ?? [], 'family.ask')) return null
  return (
    <section className={css.ask} aria-labelledby="ask-title">
      <h2 id="ask-title">{t('ask.title')}</h2>
      <p className={common.soft}>{t('ask.text')}</p>
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
          <AddresseeFields to={to} onChange={(more) => setTo({ ...to, ...more })} />
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

function Links({ answer: { links }, onEnd }: { answer: StudentDocuments; onEnd: (id: string) => void }) {
  const { t } = useTranslation('documents')
  return (
    <ul className={css.files}>
      {links.map(({ id, guardian, email, state }) => (
        <li key={id} className={css.file}>
          <span>
            <bdi>{guardian}</bdi> · <bdi dir="ltr">{email}</bdi>
          </span>
          <span className={common.soft}>{t(`ask.state.${state}`)}</span>
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
