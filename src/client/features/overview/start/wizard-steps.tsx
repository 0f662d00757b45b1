import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { startPages, type StartState, type StartStep } from '#shared/overview/start.contract.ts'
import css from './wizard.module.css'

interface StepsProps {
  steps: StartState['steps']
  current: StartStep
}

const marks = { done: '✓', open: '', skipped: '–' } as const

/** All steps with their names: which are done or skipped, and which one is shown. */
export function WizardSteps({ steps, current }: StepsProps) {
  const { t } = useTranslation('school.settings')
  const row = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window: the step that is shown must be in sight.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={row} className={css.nav} aria-label={t('start.wizard.steps')}>
      <ol className={css.steps}>
        {steps.map(({ step, state }, no) => (
          <li key={step}>
            <Link
              to="/settings/start/$at"
              params={{ at: startPages[step][0] }}
              className={css.step}
              data-state={state}
              aria-current={step === current ? 'step' : undefined}
            >
              <span className={css.mark} aria-hidden="true">
                {marks[state] || no + 1}
              </span>
              <span>{t(`start.step.${step}.title`)}</span>
              <span className="visually-hidden">{t(`start.state.${state}`)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
