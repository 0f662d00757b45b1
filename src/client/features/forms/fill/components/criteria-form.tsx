import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { CriteriaWay, OpenedCriteria } from '../criteria-work.ts'
import { FormScreen } from '../form-screen.tsx'
import type { ByLink } from '../form-work.ts'
import type { CopyPlace } from '../school-copy.ts'
import css from './criteria-form.module.css'

interface CriteriaFormProps {
  way: CriteriaWay
  opened: OpenedCriteria
  onDone(reference: string): void
}

const loadWork = () => import('../criteria-work.ts')
const CopyLine = lazy(async () => ({ default: (await import('./copy-line.tsx')).CopyLine }))

/** The form of a link: the same as every other, kept at the school as well, and handed in by the link. */
export function CriteriaForm({ way, opened, onDone }: CriteriaFormProps) {
  const { t } = useTranslation('link')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<MessageId | undefined>(opened.reference ? 'form.handed-in' : undefined)
  const [refusals, setRefusals] = useState(0)
  const [reference, setReference] = useState(opened.reference)
  const { published, subject } = opened
  if (!published) return null
  const tellHandedIn = async () => {
    setFailure('form.handed-in')
    const { referenceOf } = await loadWork()
    setReference((await referenceOf(way)) ?? undefined)
  }
  const byLink: ByLink = async (writing) => {
    setFailure(undefined)
    try {
      const { submitCriteria } = await loadWork()
      return await submitCriteria(way, writing)
    } catch (error) {
      const messageId = messageIdOf(error)
      setFailure(messageId)
      if (messageId === 'form.changed-elsewhere') setRefusals(refusals + 1)
      if (messageId === 'form.handed-in') await tellHandedIn().catch(() => undefined)
      return undefined
    }
  }
  return (
    <FormScreen published={published} desk={{ onHandedIn: onDone, byLink }}>
      <div className={css.below}>
        {failure && (
          <p role="alert">
            {failure === 'L000' ? t('criteria.offline') : errorText(failure)}
            {failure === 'form.handed-in' && reference !== undefined && (
              <>
                {' '}
                {t('criteria.reference')} <bdi dir="ltr">{formatReference(reference)}</bdi>
              </>
            )}
          </p>
        )}
        {!opened.reference && (
          <SavedThere
            way={way}
            published={published}
            refusals={refusals}
            onHandedIn={() => void tellHandedIn().catch(() => undefined)}
          />
        )}
        {subject !== '' && <p className={css.soft}>{t('criteria.about', { subject: `\u2068${subject}\u2069` })}</p>}
      </div>
    </FormScreen>
  )
}

interface SavedThereProps {
  way: CriteriaWay
  published: PublishedForm
  refusals: number
  onHandedIn: () => void
}

function SavedThere({ way, published, ...more }: SavedThereProps) {
  const { t, i18n } = useTranslation('link')
  const [place, setPlace] = useState<CopyPlace>()
  const bring = useEffectEvent(({ atLink }: Awaited<ReturnType<typeof loadWork>>) =>
    setPlace(atLink(way, published.version, () => i18n.language)),
  )
  useEffect(() => {
    loadWork().then(
      (work) => bring(work),
      () => undefined,
    )
  }, [])
  if (!place) return null
  return (
    <Suspense fallback={null}>
      <CopyLine
        {...more}
        definition={published.definition}
        place={place}
        say={(copying) => (copying === 'copied' ? t('criteria.kept') : '')}
      />
    </Suspense>
  )
}
