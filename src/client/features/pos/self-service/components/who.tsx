import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { CardIcon } from '#client/ui/icons/action-icons.tsx'
import { NextIcon } from '#client/ui/icons/place-icons.tsx'
import { Drawing } from '../../pictures/drawing.tsx'
import { ClassIcon, NumberIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import type { Problem } from '../visit.types.ts'
import { ProblemLine } from './problem-line.tsx'
import { LeaveButton, Stage, StaffButton } from './stage.tsx'

const drawn = ['star', 'boat', 'palm', 'fish', 'moon'] as const

interface WayProps {
  icon: ReactNode
  name: string
  text: string
  onClick: () => void
}

const Way = ({ icon, name, text, onClick }: WayProps) => (
  <button type="button" className={css.way} onClick={onClick}>
    <span className={css.disc}>{icon}</span>
    <span>
      <b>{name}</b>
      <small>{text}</small>
    </span>
    <NextIcon size={44} />
  </button>
)

/** The ways to say who one is; a card or a code is heard all the time. */
export function Who({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation('pos.self-service')
  const { send, faces } = useVisit()
  const till = useTill()
  const mayChoose = faces?.settings?.chooseByName === true && till.classes.length > 0
  return (
    <Stage
      title={t('who.title')}
      lead={problem ? <ProblemLine problem={problem} /> : t('who.lead')}
      picture={drawn.map((shape) => (
        <span key={shape} className={css.sign} data-shape={shape}>
          <Drawing name={`sign-${shape}`} />
        </span>
      ))}
      bar={
        <>
          <LeaveButton />
          <StaffButton />
        </>
      }
    >
      {mayChoose && (
        <Way
          icon={<ClassIcon size={64} />}
          name={t('who.class')}
          text={t('who.classText')}
          onClick={() => send({ type: 'wanted-class' })}
        />
      )}
      <Way
        icon={<NumberIcon size={64} />}
        name={t('who.number')}
        text={t('who.numberText')}
        onClick={() => send({ type: 'wanted-number' })}
      />
      <div className={css.way} data-told>
        <span className={css.disc}>
          <CardIcon size={64} />
        </span>
        <span>
          <b>{t('who.myCard')}</b>
          <small>{t('who.card')}</small>
          {faces?.state === 'off' && <small>{t('who.noFaces')}</small>}
        </span>
      </div>
    </Stage>
  )
}
