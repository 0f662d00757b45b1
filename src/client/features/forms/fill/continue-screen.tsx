import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { FormUnavailable, loadForm } from '#client/platform/offline/form-source.ts'
import { isNewRecord } from '#client/platform/page/page-paths.rules.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { WhileOpen } from './components/while-open.tsx'
import type { TwoCopies } from './draft-transfer.ts'
import { LongForm } from './long-form-screen.tsx'
import css from './thanks-screen.module.css'

const newApplication = '/student_admission/register'

const ChooseCopy = lazy(async () => ({ default: (await import('./components/copy-line.tsx')).ChooseCopy }))

interface Opened {
  published: PublishedForm
  /** Two devices have changed it: a person says which is gone on with. */
  two?: TwoCopies
}

const messageOf = (error: unknown): MessageId =>
  error instanceof AppError || error instanceof FormUnavailable ? error.messageId : 'L000'

/**
 * An application: a new one, or the one that a mailed link goes on with. Its form is known once the draft is on this device,
 * so there is no loader before.
 */
export function StudentAdmissionScreen() {
  const { id } = useParams({ from: '/_plain/student_admission/$id' })
  const [attempt, setAttempt] = useState(1)
  return <Application key={`${id} ${attempt}`} id={id} onAgain={() => setAttempt(attempt + 1)} />
}

function Application({ id, onAgain }: { id: string; onAgain(): void }) {
  const token = useLinkToken()
  const [opened, setOpened] = useState<Opened | MessageId>()
  const [isChosen, setIsChosen] = useState(false)
  useEffect(() => {
    let isGone = false
    void bring(id, token).then((brought) => isGone || setOpened(brought))
    return () => {
      isGone = true
    }
  }, [id, token])
  if (opened === undefined) return null
  if (typeof opened === 'string') return <NotOpened messageId={opened} onAgain={onAgain} />
  const { published, two } = opened
  if (isNewRecord(id))
    return (
      <WhileOpen>
        <LongForm published={published} />
      </WhileOpen>
    )
  if (!two || isChosen) return <LongForm published={published} />
  const choose = (way: () => Promise<void>) => async () => {
    await way()
    setIsChosen(true)
  }
  return (
    <section className={css.box}>
      <Suspense fallback={null}>
        <ChooseCopy onOther={choose(two.takeOther)} onThis={choose(two.keepThis)} />
      </Suspense>
    </section>
  )
}

/** The form to show, or why there is none. */
async function bring(id: string, token: string | undefined): Promise<Opened | MessageId> {
  try {
    await loadWords('forms', 'errors')
    if (isNewRecord(id)) return { published: await loadForm('admission') }
    const { slug, ...more } = await broughtBy(id, token)
    return { published: await loadForm(slug), ...more }
  } catch (error) {
    return messageOf(error)
  }
}

/** Brings the draft of a link onto this device. @returns of which form it is */
async function broughtBy(id: string, token: string | undefined) {
  const { loadDraft } = await import('./draft-transfer.ts')
  return loadDraft(id, token)
}

function NotOpened({ messageId, onAgain }: { messageId: MessageId; onAgain(): void }) {
  const { t } = useTranslation('forms')
  const errorText = useErrorText()
  const isOver = messageId === 'form.link-over'
  return (
    <section className={css.box} role="alert">
      <h1 className={css.title}>{t(isOver ? 'later.over' : 'none')}</h1>
      <p>{errorText(messageId)}</p>
      {isOver ? (
        <p>
          <a href={newApplication}>{t('later.begin')}</a>
        </p>
      ) : (
        <button type="button" className={css.again} onClick={onAgain}>
          {t('again')}
        </button>
      )}
    </section>
  )
}
