import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import link from '#client/ui/link.module.css'
import facts from '#client/ui/tables/facts.module.css'
import { Failure, ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import type { ApiToken } from '#shared/programs/api-token.contract.ts'
import type { Webhook } from '#shared/programs/webhook.contract.ts'
import { dropToken, fetchTokens, fetchWebhooks } from './programs.api.ts'
import css from './programs.module.css'
import { ShownOnce } from './shown-once.tsx'
import { TokenSheet } from './token-sheet.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookSheet } from './webhook-sheet.tsx'

interface ProgramsScreenProps {
  /** Export of the roster, which a higher domain shows. */
  Roster: ComponentType
}

/** How the school's other programs are let in and told what happens. */
export function ProgramsScreen({ Roster }: ProgramsScreenProps) {
  const { t } = useTranslation('programs')
  const { kind, user } = useAtomValue(sessionAtom)
  return (
    <>
      {hasScopedPermission(kind, user?.authority ?? [], 'school.settings') && <SettingsNav page="programs" />}
      <ListFrame title={t('title')}>
        <p className={common.softLine}>
          {t('text')}{' '}
          <Link to="/help/api" className={link.link}>
            {t('docs.link')}
          </Link>
        </p>
        <TokenSection />
        <WebhookSection />
        <div className={css.part}>
          <Roster />
        </div>
      </ListFrame>
    </>
  )
}

/** The webhooks of the school: where they lead, what they tell, and what came of it. */
function WebhookSection() {
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

/** The tokens of the school: who made them, what they open, and when they were last used. */
function TokenSection() {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(fetchTokens)
  const [isAdding, setIsAdding] = useState(false)
  const canMake = answer !== undefined && answer.scopes.length > 0
  return (
    <section className={css.part} aria-labelledby="programs-tokens">
      <div className={css.head}>
        <h2 id="programs-tokens" className={common.heading}>
          {t('tokens.title')}
        </h2>
        {canMake && <Button onClick={() => setIsAdding(true)}>{t('tokens.add')}</Button>}
      </div>
      <p className={common.softLine}>{t('tokens.text')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && !canMake && <InlineNotice tone="info">{t('tokens.noScopes')}</InlineNotice>}
      {answer?.tokens.length === 0 && <p className={common.softLine}>{t('tokens.none')}</p>}
      <ul className={common.list}>
        {answer?.tokens.map((token) => (
          <TokenCard key={token.id} token={token} onEnded={again} />
        ))}
      </ul>
      {isAdding && answer && <TokenSheet scopes={answer.scopes} onClose={() => setIsAdding(false)} onMade={again} />}
    </section>
  )
}

function TokenCard({ token, onEnded }: { token: ApiToken; onEnded: () => void }) {
  const { t } = useTranslation('programs')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(dropToken, { onSuccess: onEnded })
  const { name, hint, scopes, by, createdAt, expiresAt, lastUsedAt, state } = token
  return (
    <li className={css.card}>
      <div className={css.head}>
        <h3 className={common.heading}>
          <bdi>{name}</bdi>{' '}
          <bdi dir="ltr" className={common.softPart}>
            {hint}…
          </bdi>
        </h3>
        <span className={state === 'active' ? common.good : common.soft}>{t(`tokens.state.${state}`)}</span>
        {(state === 'active' || state === 'orphaned') && (
          <Button
            aria-label={`${t('tokens.end')}: ${name}`}
            isWorking={isPending}
            onClick={() => void mutate(token.id)}
          >
            {t('tokens.end')}
          </Button>
        )}
      </div>
      <dl className={facts.facts}>
        <dt>{t('tokens.scopes')}</dt>
        <dd>{scopes.map((scope) => t(`scope.${scope}`)).join(t('comma'))}</dd>
        <dt>{t('tokens.by')}</dt>
        <dd>
          {by ? <bdi>{pick(by.name)}</bdi> : '–'} · {format.day(createdAt)}
        </dd>
        <dt>{t('tokens.expires')}</dt>
        <dd>{format.day(expiresAt)}</dd>
        <dt>{t('tokens.lastUse')}</dt>
        <dd>{lastUsedAt ? format.dateTime(lastUsedAt) : t('tokens.never')}</dd>
      </dl>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}
