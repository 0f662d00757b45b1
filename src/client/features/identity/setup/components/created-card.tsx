import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import type { SetupValues } from '#local/identity/setup-draft.ts'
import type { CreatedSchool } from '../hooks/use-setup.ts'
import { CopiedLink } from './copied-link.tsx'
import css from './setup.module.css'

/** The school stands: how its administrator gets in, and where it is. */
export function CreatedCard({ created, values }: { created: CreatedSchool; values: SetupValues }) {
  const { t } = useTranslation('identity.setup')
  const pick = useBilingual()
  const card = useRef<HTMLDivElement>(null)
  const { address, link, hours } = created
  const email = `\u2068${values.email.trim()}\u2069`
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} role="status" tabIndex={-1}>
      <EntryCard
        title={t('created.title', { name: `\u2068${pick({ en: values.nameEn, ar: values.nameAr })}\u2069` })}
        lead={link === null ? t('created.mailed', { email }) : t('created.byHand', { email, count: hours / 24 })}
      >
        {link !== null && <CopiedLink link={link} />}
        <p className={css.address}>
          {t('created.address')} <bdi dir="ltr">{address}</bdi>
        </p>
        <a className={css.open} href={link ?? address}>
          {t(link === null ? 'created.open' : 'created.choose')}
        </a>
      </EntryCard>
    </div>
  )
}
