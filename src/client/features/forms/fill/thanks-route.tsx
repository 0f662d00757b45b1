import { useRouter, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { cachedForm } from '#client/platform/offline/form-source.ts'
import { sendFormsNow, startForms, submittedAtom } from '#client/platform/offline/forms.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { knowsFamilyOf, startNextChild } from './next-child.ts'
import css from './thanks-screen.module.css'

interface ThanksProps {
  /** The one that was just handed in; without it the last one. */
  id: string | undefined
  /** What happens next, in the school's words, when the form is at hand. */
  next: readonly Bilingual[]
}

/** How it stands with what was handed in: saved here, received there, and never the one called the other. */
function ThanksScreen({ id, next }: ThanksProps) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const all = useAtomValue(submittedAtom)
  useEffect(() => void startForms().catch(() => undefined), [])
  if (all === null) return <p className={css.box}>{t('thanks.looking')}</p>
  // Decisions of guardians stand beside the forms; they have a page of their own.
  const rows = all.filter(({ slug }) => !slug.includes('.'))
  const row = rows.find((each) => each.id === id) ?? rows.toSorted((a, b) => b.handedInAtMs - a.handedInAtMs)[0]
  if (!row) return <h1 className={css.title}>{t('thanks.nothing')}</h1>
  return (
    <section className={css.box} aria-live="polite">
      <h1 className={css.title}>{t(`thanks.title.${row.state}`)}</h1>
      <Standing row={row} />
      {next.length > 0 && row.state !== 'attention' && (
        <>
          <h2 className={css.heading}>{t('thanks.next')}</h2>
          <ol className={css.next}>
            {next.map((step) => (
              <li key={step.en}>{pick(step)}</li>
            ))}
          </ol>
        </>
      )}
      {knowsFamilyOf(row.id) && <NextChild />}
    </section>
  )
}

/** The way to the form of a brother or sister, with what this one said of the family. */
function NextChild() {
  const { t } = useTranslation('forms')
  const { history } = useRouter()
  const [hasFailed, setHasFailed] = useState(false)
  const begin = async () => {
    const path = await startNextChild()
    if (path !== undefined) history.push(path)
  }
  return (
    <>
      <h2 className={css.heading}>{t('thanks.sibling.title')}</h2>
      <p>{t('thanks.sibling.text')}</p>
      <button type="button" className={css.again} onClick={() => begin().catch(() => setHasFailed(true))}>
        {t('thanks.sibling.begin')}
      </button>
      {hasFailed && <p role="alert">{t('notSaved')}</p>}
    </>
  )
}

function Standing({ row }: { row: SubmittedRow }) {
  const { t } = useTranslation(['forms', 'errors'])
  const errorText = useErrorText()
  if (row.state === 'attention') return <p>{row.problem ? errorText(row.problem) : t('forms:thanks.attention')}</p>
  if (row.reference === null) {
    return (
      <>
        <p>{t('forms:thanks.saved')}</p>
        <button type="button" className={css.again} onClick={() => void sendFormsNow()}>
          {t('forms:thanks.sendNow')}
        </button>
      </>
    )
  }
  const reference = formatReference(row.reference)
  return (
    <>
      <p>{t('forms:thanks.received')}</p>
      <p className={css.reference}>
        <span className="visually-hidden">{t('forms:thanks.reference')} </span>
        <bdi dir="ltr">{reference}</bdi>
      </p>
      <p className={css.soft}>
        {row.filesLeft > 0 ? t('forms:thanks.files', { count: row.filesLeft }) : t('forms:thanks.keep')}
      </p>
    </>
  )
}

/** Which submission the address is about, and what its form says of what comes next. */
export function ThanksRoute() {
  const { id } = useSearch({ from: '/_plain/enquiry/thanks' })
  const slug = useAtomValue(submittedAtom)?.find((row) => row.id === id)?.slug
  const [next, setNext] = useState<readonly Bilingual[]>([])
  useEffect(() => {
    if (slug)
      cachedForm(slug).then(
        (form) => setNext(form?.definition.next ?? []),
        () => undefined,
      )
  }, [slug])
  return <ThanksScreen id={id} next={next} />
}
