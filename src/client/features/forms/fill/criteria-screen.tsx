import { useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageIdOf } from '#client/platform/refused.ts'
import { hasReturnPath } from '#client/platform/session/return-path.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { CriteriaForm } from './components/criteria-form.tsx'
import type { CriteriaWay, OpenedCriteria } from './criteria-work.ts'
import css from './thanks-screen.module.css'

/** A criteria form, by the link of a mail. */
export function CriteriaScreen() {
  const { code, id } = useParams({ from: '/_plain/criteria/$code/$id' })
  const token = useLinkToken()
  const { t } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  const [attempt, setAttempt] = useState(1)
  if (token === undefined) {
    return (
      <LinkExpired title={t('none')} contact={contact}>
        {t('noneText')}
      </LinkExpired>
    )
  }
  return <ByLink key={`${id} ${token} ${attempt}`} way={{ code, id, token }} onAgain={() => setAttempt(attempt + 1)} />
}

function ByLink({ way, onAgain }: { way: CriteriaWay; onAgain(): void }) {
  const { code, id, token } = way
  const contact = useAtomValue(schoolAtom)?.contact
  const [opened, setOpened] = useState<OpenedCriteria>()
  const [failure, setFailure] = useState<MessageId>()
  const [reference, setReference] = useState<string>()
  useEffect(() => {
    let isGone = false
    const open = async () => {
      try {
        const { openCriteria } = await import('./criteria-work.ts')
        const found = await openCriteria({ code, id, token })
        if (!isGone) setOpened(found)
      } catch (error) {
        if (!isGone) setFailure(messageIdOf(error))
      }
    }
    void open()
    return () => {
      isGone = true
    }
  }, [code, id, token])
  if (failure) return <LinkNotFound messageId={failure} contact={contact} onAgain={onAgain} />
  if (!opened) return null
  const done = reference ?? (opened.published ? undefined : opened.reference)
  if (done !== undefined) return <Done formId={id} reference={done} />
  if (!opened.published) return null
  return <CriteriaForm way={way} opened={opened} onDone={setReference} />
}

function Done({ formId, reference }: { formId: string; reference: string }) {
  const { t } = useTranslation('link')
  return (
    <section className={css.box} aria-live="polite">
      <h1 className={css.title}>{t('criteria.done')}</h1>
      <p>{t('criteria.doneText')}</p>
      <p className={css.reference}>
        <span className="visually-hidden">{t('criteria.reference')} </span>
        <bdi dir="ltr">{formatReference(reference)}</bdi>
      </p>
      {hasReturnPath(formId) && (
        <button type="button" className={css.back} onClick={() => history.back()}>
          {t('criteria.back')}
        </button>
      )}
    </section>
  )
}
