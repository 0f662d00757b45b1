import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { standingOf } from '#shared/consents/consent.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import css from '../consent-screen.module.css'
import type { OpenConsent } from '../hooks/use-consent.ts'

interface DecidedProps {
  wording: ConsentWording
  standing: ReturnType<typeof standingOf>[number] | undefined
  consent: OpenConsent
  onChange(): void
}

/** One decision that holds, and the way to another. Withdrawing takes a tap and a confirmation, and nothing else. */
export function Decided({ wording, standing, consent, onChange }: DecidedProps) {
  const { t } = useTranslation('consents')
  const pick = useBilingual()
  const format = useFormat()
  if (!standing) return null
  const { agrees, version, decidedAt } = standing
  const title = pick(wording.title)
  return (
    <li className={css.point} data-agrees={agrees}>
      <h3 className={css.name}>{title}</h3>
      <p>{pick(wording.wording)}</p>
      <p>
        <strong>{t(agrees ? 'agreed' : 'refused', { date: format.dateTime(decidedAt) })}</strong>{' '}
        <span className={linkPage.soft}>{t('version', { version })}</span>
      </p>
      {version !== wording.version && <p className={linkPage.soft}>{t('newer', { version: wording.version })}</p>}
      {agrees ? (
        <Withdraw wording={wording} title={title} consent={consent} />
      ) : (
        <button type="button" className={linkPage.button} aria-label={t('changeNamed', { title })} onClick={onChange}>
          {t('change')}
        </button>
      )}
    </li>
  )
}

function Withdraw({ wording, title, consent }: { wording: ConsentWording; title: string; consent: OpenConsent }) {
  const { t } = useTranslation('consents')
  const [asked, setAsked] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)
  const withdraw = async (id: string) => {
    const { purpose, version } = wording
    const { requestId } = consent.kept.page
    try {
      await consent.decide({ id, requestId, answers: [{ purpose, version, agrees: false }], signature: null })
      setAsked(undefined)
    } catch {
      setHasFailed(true)
    }
  }
  if (asked === undefined) {
    return (
      <button
        type="button"
        className={linkPage.button}
        aria-label={t('withdrawNamed', { title })}
        onClick={() => setAsked(uuidv7(machineClock.nowMs(), machineRandom))}
      >
        {t('withdraw')}
      </button>
    )
  }
  return (
    <div role="group" aria-label={t('withdrawNamed', { title })} className={css.form}>
      <p role="alert">{t('confirm')}</p>
      <div className={css.actions}>
        <button type="button" className={linkPage.button} onClick={() => void withdraw(asked)}>
          {t('yesWithdraw')}
        </button>
        <button type="button" className={linkPage.button} onClick={() => setAsked(undefined)}>
          {t('keep')}
        </button>
      </div>
      {hasFailed && <InlineNotice tone="problem">{t('problem.notSaved')}</InlineNotice>}
    </div>
  )
}
