import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import facts from '#client/ui/tables/facts.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { ApiToken } from '#shared/programs/api-token.contract.ts'
import css from './programs.module.css'
import { dropToken, fetchTokens } from './programs.api.ts'
import { TokenSheet } from './token-sheet.tsx'

/** The tokens of the school: who made them, what they open, and when they were last used. */
export function TokenSection() {
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
