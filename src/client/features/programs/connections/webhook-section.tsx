import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Webhook } from '#shared/programs/webhook.contract.ts'
import { fetchWebhooks } from './programs.api.ts'
import css from './programs.module.css'
import { ShownOnce } from './shown-once.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookSheet } from './webhook-sheet.tsx'

/** The webhooks of the school: where they lead, what they tell, and what came of it. */
export function WebhookSection() {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(fetchWebhooks)
  const [opened, setOpened] = useState<{ known: Webhook | undefined }>()
  const [secret, setSecret] = useState<string | null>(null)
  const saved = (fresh: string | null) => {
    setOpened(undefined)
    setSecret(fresh)
    again()
  }
  return (
    <section className={css.part} aria-labelledby="programs-webhooks">
      <div className={css.head}>
        <h2 id="programs-webhooks" className={common.heading}>
          {t('webhooks.title')}
        </h2>
        {answer?.canKeepSecrets && <Button onClick={() => setOpened({ known: undefined })}>{t('webhooks.add')}</Button>}
      </div>
      <p className={common.softLine}>{t('webhooks.text')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && !answer.canKeepSecrets && <InlineNotice tone="warning">{t('webhooks.noKey')}</InlineNotice>}
      {answer && !answer.sends && <InlineNotice tone="warning">{t('webhooks.noSending')}</InlineNotice>}
      {answer?.webhooks.length === 0 && <p className={common.softLine}>{t('webhooks.none')}</p>}
      <ul className={common.list}>
        {answer?.webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setOpened({ known: webhook })}
            onSecret={saved}
            onRemoved={again}
          />
        ))}
      </ul>
      {opened && <WebhookSheet known={opened.known} onClose={() => setOpened(undefined)} onSaved={saved} />}
      {secret !== null && (
        <Sheet
          title={t('webhooks.ready')}
          onClose={() => setSecret(null)}
          footer={<Button onClick={() => setSecret(null)}>{t('close')}</Button>}
        >
          <div className={common.stack}>
            <InlineNotice tone="warning">{t('webhooks.once')}</InlineNotice>
            <ShownOnce label={t('webhooks.secret')} hint={t('webhooks.secretHint')} value={secret} />
          </div>
        </Sheet>
      )}
    </section>
  )
}
