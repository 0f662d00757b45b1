import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { useSelfTest } from '../hooks/use-self-test.ts'
import { type CheckState, checks, isReady } from '../self-test.ts'
import css from './self-test-card.module.css'

const marks: Record<CheckState, ReactNode> = {
  running: <span className={css.spinner} />,
  good: <CheckIcon size={22} />,
  bad: <CloseIcon size={22} />,
  soft: <WarnIcon size={22} />,
}

/** Whether this device can work alone, and what that stands on. */
export function SelfTestCard() {
  const [round, setRound] = useState(0)
  return <Tests key={round} onAgain={() => setRound(round + 1)} />
}

function Tests({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('sync.devices')
  const findings = useSelfTest()
  const ready = isReady(findings)
  const isRunning = checks.some((check) => findings[check] === 'running')
  return (
    <section className={css.card} aria-labelledby="self-test" data-ready={ready || undefined}>
      <h2 id="self-test" className={css.title}>
        <span role="status">{ready ? t('test.ready') : isRunning ? t('test.running') : t('test.notReady')}</span>
      </h2>
      <ul className={css.checks}>
        {checks.map((check) => (
          <li key={check} className={css.check} data-state={findings[check]}>
            <span className={css.mark}>{marks[findings[check]]}</span>
            <span>
              {t(`test.check.${check}.title`)}
              <span className="visually-hidden">: {t(`test.state.${findings[check]}`)}</span>
              {(findings[check] === 'bad' || findings[check] === 'soft') && (
                <small className={css.why}>{t(`test.check.${check}.why`)}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!ready && !isRunning && (
        <button type="button" className={css.again} onClick={onAgain}>
          {t('test.again')}
        </button>
      )}
    </section>
  )
}
