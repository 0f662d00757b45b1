import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { knownOperators } from '#client/platform/offline/device.ts'
import { Button } from '#client/ui/button.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import type { OperatorEntry } from '#local/device/operators.ts'
import css from '../self-service.module.css'
import type { StaffReason } from '../visit.ts'
import { useVisit } from '../visit-context.ts'

/** Stays until a person of the staff has come, or until nobody has touched it for a while. */
export function CallStaff({ why }: { why: StaffReason }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const [staff, setStaff] = useState<readonly OperatorEntry[]>()
  const ask = async () => {
    const entries = (await (await knownOperators())?.list()) ?? []
    setStaff(entries.filter(({ usable }) => usable))
  }
  return (
    <section className={css.scene}>
      <h1 className={css.title} role="alert">
        {t('staff.title')}
      </h1>
      <p className={css.lead}>{t(`staff.${why}`)}</p>
      {why !== 'tries' && (
        <Button kind="main" size="large" onClick={() => send({ type: 'left' })}>
          {t('staff.start')}
        </Button>
      )}
      {why === 'tries' && !staff && (
        <Button kind="quiet" onClick={() => void ask().catch(() => setStaff([]))}>
          {t('staff.release')}
        </Button>
      )}
      {staff && <Release staff={staff} onReleased={() => send({ type: 'left' })} />}
    </section>
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
