import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DoorIcon, HandIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'

interface StageProps {
  /** The one question of this screen. */
  title: ReactNode
  lead?: ReactNode
  /** What is drawn above the question. */
  picture?: ReactNode
  /** Beside the school's name: whose visit it is. */
  corner?: ReactNode
  children: ReactNode
  /** The row at the foot, always at the same place: a way out, a way to staff, and what goes on. */
  bar: ReactNode
  isPersonal?: boolean
  /** The switch of the language stands in the bar. */
  hasLanguage?: boolean
  titleRole?: 'alert' | 'status'
}

/** One screen of self-service: above, out of a child's reach, what it says; below, what can be touched. */
export function Stage({ title, lead, picture, corner, children, bar, isPersonal, hasLanguage, titleRole }: StageProps) {
  const { mark, language } = useVisit()
  return (
    <section className={css.stage}>
      <header className={css.top}>
        <div className={css.mark}>
          {mark}
          <span className={css.corner}>
            {!hasLanguage && language}
            {corner}
          </span>
        </div>
        <div className={css.say}>
          {picture && <div className={css.picture}>{picture}</div>}
          <h1 className={css.title} role={titleRole} data-personal={isPersonal || undefined}>
            {title}
          </h1>
          {lead !== undefined && <div className={css.lead}>{lead}</div>}
        </div>
      </header>
      <div className={css.low}>{children}</div>
      <div className={css.bar}>{bar}</div>
    </section>
  )
}

interface BarButtonProps {
  icon?: ReactNode
  onClick: () => void
  children: ReactNode
}

export const BarButton = ({ icon, onClick, children }: BarButtonProps) => (
  <button type="button" className={css.barButton} onClick={onClick}>
    {icon}
    <span>{children}</span>
  </button>
)

/** Ends the visit; whatever was chosen is gone. */
export function LeaveButton({ label }: { label?: string }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  return (
    <BarButton icon={<DoorIcon size={36} />} onClick={() => send({ type: 'left' })}>
      {label ?? t('cancel')}
    </BarButton>
  )
}

export function StaffButton({ label }: { label?: string }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  return (
    <BarButton icon={<HandIcon size={36} />} onClick={() => send({ type: 'asked-staff' })}>
      {label ?? t('staff.call')}
    </BarButton>
  )
}
