import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { leaveForProvider } from '#client/platform/session/provider-turn.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from '../second-factor/second-factor.module.css'
import { beginLink, readOwnSso, unlinkOwn } from './single-sign-on.api.ts'

/** The link of one's own account to one of the school's provider; nothing where the school has none. */
export function SsoSection() {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const format = useFormat()
  const { answer, again } = useAnswer(readOwnSso)
  const { mutate, isPending, error } = useMutation((work: () => Promise<unknown>) => work(), { onSuccess: again })
  if (!answer?.isOffered) return null
  const link = async () => leaveForProvider(await beginLink(), { purpose: 'own', href: '/profile/security' })
  const { linkedAt } = answer
  return (
    <section aria-labelledby="sso-title" className={css.form}>
      <h2 id="sso-title" className={css.title}>
        {t('sso.title')}
      </h2>
      <p className={common.soft}>{t('sso.offerWhy')}</p>
      <p>{linkedAt === null ? t('sso.none') : t('sso.since', { at: format.dateTime(linkedAt) })}</p>
      {error && (
        <InlineNotice tone="problem" role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
      <div className={css.acts}>
        {linkedAt === null ? (
          <Button isWorking={isPending} onClick={() => void mutate(link)}>
            {t('sso.link')}
          </Button>
        ) : (
          <Button kind="bad" isWorking={isPending} onClick={() => void mutate(unlinkOwn)}>
            {t('sso.unlink')}
          </Button>
        )}
      </div>
    </section>
  )
}
