import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { PublishedForm } from '#shared/contract/form.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { CriteriaWay, OpenedCriteria } from '../criteria-work.ts'
import { useOpenForm } from '../form-context.ts'
import { FormScreen } from '../screens/form-screen.tsx'
import css from './criteria-form.module.css'

interface CriteriaFormProps {
  way: CriteriaWay
  opened: OpenedCriteria
  onDone(reference: string): void
}

const bringWork = () => import('../criteria-work.ts')

/** The form of a link: the same as every other, kept at the school as well, and handed in by the link. */
export function CriteriaForm({ way, opened, onDone }: CriteriaFormProps) {
  const { t } = useTranslation('link')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<MessageId>()
  const { published, subject } = opened
  if (!published) return null
  const byLink = async (version: number, values: object, language: string) => {
    setFailure(undefined)
    try {
      const { saveCriteria, forget } = await bringWork()
      const reference = await saveCriteria(way, { version, values: { ...values }, language, isFinal: true })
      await forget(way)
      return reference ?? undefined
    } catch (error) {
      setFailure(messageIdOf(error))
      return undefined
    }
  }
  return (
    <FormScreen published={published} desk={{ onHandedIn: onDone, byLink }}>
      <div className={css.below}>
        {failure && <p role="alert">{failure === 'L000' ? t('criteria.offline') : errorText(failure)}</p>}
        <KeptThere way={way} published={published} />
        {subject !== '' && <p className={css.soft}>{t('criteria.about', { subject: `\u2068${subject}\u2069` })}</p>}
      </div>
    </FormScreen>
  )
}

/** After this pause in typing what is there goes to the school; until then this device has it. */
const pauseMs = 2000

function KeptThere({ way, published }: { way: CriteriaWay; published: PublishedForm }) {
  const { t, i18n } = useTranslation('link')
  const { answers } = useOpenForm()
  const [kept, setKept] = useState<object>()
  // What it was opened with is there already.
  const [before] = useState<object>(answers)
  const keep = useEffectEvent(async (values: typeof answers) => {
    const { saveCriteria } = await bringWork()
    await saveCriteria(way, { version: published.version, values, language: i18n.language, isFinal: false })
    setKept(values)
  })
  useEffect(() => {
    if (answers === before) return undefined
    const timer = setTimeout(() => void keep(answers).catch(() => undefined), pauseMs)
    return () => clearTimeout(timer)
  }, [answers, before])
  return (
    <p className={css.soft} role="status">
      {kept === answers ? t('criteria.kept') : ''}
    </p>
  )
}
