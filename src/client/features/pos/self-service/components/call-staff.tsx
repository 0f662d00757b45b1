import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { knownOperators } from '#client/platform/offline/device.ts'
import { Button } from '#client/ui/button.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import type { OperatorEntry } from '#local/device/operators.ts'
import { BackIcon, HandIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import type { StaffReason } from '../visit.types.ts'
import { BarButton, LeaveButton, Stage } from './stage.tsx'

interface CallStaffProps {
  why: StaffReason
  /** The visit goes on where staff were called. */
  isBackPossible: boolean
}

/** Stays until a person of the staff has come, or until nobody has touched it for a while. */
export function CallStaff({ why, isBackPossible }: CallStaffProps) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const [staff, setStaff] = useState<readonly OperatorEntry[]>()
  const ask = async () => {
    const entries = (await (await knownOperators())?.list()) ?? []
    setStaff(entries.filter(({ usable }) => usable))
  }
  return (
    <Stage
      title={t('staff.title')}
      titleRole="alert"
      lead={t(`staff.${why}`)}
      picture={
        <span className={css.lamp}>
          <HandIcon size={120} />
        </span>
      }
      bar={
        <>
          {isBackPossible && (
            <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
              {t('back')}
            </BarButton>
          )}
          {why !== 'tries' && <LeaveButton label={t('staff.start')} />}
          {why === 'tries' && !staff && (
            <BarButton onClick={() => void ask().catch(() => setStaff([]))}>{t('staff.release')}</BarButton>
          )}
        </>
      }
    >
      {staff && <Release staff={staff} onReleased={() => send({ type: 'left' })} />}
    </Stage>
  )
}

function Release({ staff, onReleased }: { staff: readonly OperatorEntry[]; onReleased: () => void }) {
  const { t } = useTranslation(['pos.self-service', 'identity.sign-in'])
  const pick = useBilingual()
  const [who, setWho] = useState<OperatorEntry>()
  const [isWrong, setIsWrong] = useState(false)
  if (staff.length === 0) return <p role="status">{t('staff.none')}</p>
  if (!who)
    return (
      <div className={css.ways} role="group" aria-label={t('staff.who')}>
        {staff.map((each) => (
          <Button key={each.userId} size="large" onClick={() => setWho(each)}>
            <bdi>{pick(each.name)}</bdi>
          </Button>
        ))}
      </div>
    )
  const check = async (pin: string) => {
    try {
      if (await (await knownOperators())?.signIn(who.userId, pin)) onReleased()
    } catch {
      setIsWrong(true)
    }
  }
  return (
    <div className={css.pad}>
      <p className={css.problem} role="alert">
        {isWrong ? t('identity.sign-in:pin.wrong') : ''}
      </p>
      <PinPad label={t('staff.pin', { name: pick(who.name) })} onPin={check} />
    </div>
  )
}
