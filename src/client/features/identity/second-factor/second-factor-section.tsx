import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { NewTotp } from '#shared/identity/second-factor.contract.ts'
import { RecoveryCodeList } from './components/recovery-code-list.tsx'
import { TotpSetUp } from './components/totp-set-up.tsx'
import { beginTotp, confirmTotp, readSecondFactor, renewCodes, turnOffTotp } from './second-factor.api.ts'
import css from './second-factor.module.css'

type Doing = { at: 'set-up'; totp: NewTotp } | { at: 'codes'; codes: string[] } | { at: 'off' }

/** What the person is doing with their second factor, and the calls of it. */
function useFactorWork(again: () => void) {
  const { i18n } = useTranslation('identity.second-factor')
  const [doing, setDoing] = useState<Doing>()
  const { mutate, isPending, error } = useMutation((work: () => Promise<Doing | undefined>) => work(), {
    onSuccess: (next) => {
      setDoing(next)
      if (!next) again()
    },
  })
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return {
    doing,
    setDoing,
    isPending,
    error,
    begin: () => void mutate(async () => ({ at: 'set-up', totp: await beginTotp() })),
    renew: () =>
      void mutate(async () => {
        const codes = await renewCodes()
        again()
        return { at: 'codes', codes }
      }),
    turnOff: () =>
      void mutate(async () => {
        await turnOffTotp({ language })
        return undefined
      }),
    confirm: async (code: string) => {
      const { recoveryCodes } = await confirmTotp({ code, language })
      setDoing({ at: 'codes', codes: recoveryCodes })
      again()
    },
  }
}

/** The second factor on one's own account page. */
export function SecondFactorSection() {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSecondFactor)
  const { doing, setDoing, isPending, error, begin, renew, turnOff, confirm } = useFactorWork(again)
  const problem = error ?? failure
  return (
    <section aria-labelledby="factor-title" className={css.form}>
      <h2 id="factor-title" className={css.title}>
        {t('own.title')}
      </h2>
      <p className={common.soft}>{t('own.why')}</p>
      {problem && (
        <InlineNotice tone="problem" role="alert">
          {errorText(problem)}
        </InlineNotice>
      )}
      {doing?.at === 'set-up' && <TotpSetUp totp={doing.totp} onCode={confirm} />}
      {doing?.at === 'codes' && <RecoveryCodeList codes={doing.codes} onDone={() => setDoing(undefined)} />}
      {doing?.at === 'off' && (
        <p role="alert">
          {t('own.offSure')}{' '}
          <Button kind="bad" isWorking={isPending} onClick={turnOff}>
            {t('own.offDo')}
          </Button>{' '}
          <Button onClick={() => setDoing(undefined)}>{t('own.leave')}</Button>
        </p>
      )}
      {answer && !doing && (
        <Standing
          answer={answer}
          isPending={isPending}
          onBegin={begin}
          onRenew={renew}
          onOff={() => setDoing({ at: 'off' })}
        />
      )}
      {doing?.at === 'set-up' && <Button onClick={() => setDoing(undefined)}>{t('own.leave')}</Button>}
    </section>
  )
}

interface StandingProps {
  answer: Awaited<ReturnType<typeof readSecondFactor>>
  isPending: boolean
  onBegin: () => void
  onRenew: () => void
  onOff: () => void
}

/** How it stands, and what can be done about it. */
function Standing({ answer, isPending, onBegin, onRenew, onOff }: StandingProps) {
  const { t } = useTranslation('identity.second-factor')
  const format = useFormat()
  const { totpSince, recoveryCodesLeft, isRequired } = answer
  return (
    <>
      {totpSince === null ? (
        <p>{t('own.none')}</p>
      ) : (
        <p>
          {t('own.since', { at: format.dateTime(totpSince) })} {t('own.left', { count: recoveryCodesLeft })}
        </p>
      )}
      {isRequired && <p className={common.soft}>{t('own.required')}</p>}
      <div className={css.acts}>
        {totpSince === null && (
          <Button kind="main" isWorking={isPending} onClick={onBegin}>
            {t('own.begin')}
          </Button>
        )}
        {totpSince !== null && (
          <Button isWorking={isPending} onClick={onRenew}>
            {t('own.renew')}
          </Button>
        )}
        {totpSince !== null && !isRequired && (
          <Button kind="bad" onClick={onOff}>
            {t('own.off')}
          </Button>
        )}
      </div>
    </>
  )
}
