// chunk: family
import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import type { FamilyChild, FamilyStep } from '#shared/overview/family/family-home.contract.ts'
import { useChildName } from '../use-child-name.ts'
import { TickIcon } from './family-icons.tsx'
import css from './steps.module.css'

const shortDay = (day: string, lng: string): string =>
  new Intl.DateTimeFormat(localeOf(lng), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  )

/** How far an application has come, in the sentences of a family; the open step stands out, and says whose turn it is. */
export function Steps({ child }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family')
  return (
    <ol className={css.steps} aria-label={t('section.progress')}>
      {child.steps.map((step) => (
        <Step key={step.step} step={step} child={child} />
      ))}
    </ol>
  )
}

function Step({ step: { step, state, on, place }, child }: { step: FamilyStep; child: FamilyChild }) {
  const { t, i18n } = useTranslation('overview.family')
  const { first } = useChildName()
  const isOpen = state === 'yours' || state === 'now' || state === 'waiting'
  const day = on === null ? undefined : shortDay(on, i18n.language)
  const words = t(`step.${step}.${state}` as 'step.received.done', { name: first(child) })
  return (
    <li className={css.step} data-state={state} aria-current={isOpen ? 'step' : undefined}>
      <span className={css.dot}>{state === 'done' && <TickIcon size={16} />}</span>
      <span>
        {words}
        <span className="visually-hidden">
          {' '}
          {t(state === 'done' ? 'step.doneState' : isOpen ? 'step.nowState' : 'step.openState')}
        </span>
        {state === 'yours' && <small>{day ? t('step.turnBy', { day }) : t('step.turn')}</small>}
        {place !== null && <small>{t('step.place_number', { place })}</small>}
      </span>
      {day && state !== 'yours' && <time dateTime={on ?? ''}>{day}</time>}
    </li>
  )
}
