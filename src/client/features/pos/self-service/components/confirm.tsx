import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { firstName } from '../first-name.ts'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import type { Scene } from '../visit.types.ts'
import { ChildSign } from './child-sign.tsx'
import { LeaveButton, Stage, StaffButton } from './stage.tsx'

/** First name and class, and a "no" as large as the "yes": nobody pays for somebody else. */
export function Confirm({ scene }: { scene: Extract<Scene, { at: 'confirm' }> }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send } = useVisit()
  const customer = useTill().customer(scene.customerId)
  return (
    <Stage
      title={t('confirm.title')}
      picture={<ChildSign customerId={scene.customerId} />}
      lead={
        <span className={css.person}>
          <bdi className={css.name}>{customer ? firstName(pick(customer.name)) : ''}</bdi>
          <span>{t('confirm.class', { className: `⁨${customer?.className ?? ''}⁩` })}</span>
        </span>
      }
      bar={
        <>
          <LeaveButton />
          <StaffButton />
        </>
      }
    >
      <div className={css.two}>
        <button type="button" className={css.answer} onClick={() => send({ type: 'not-me' })}>
          <CloseIcon size={96} />
          {t('confirm.no')}
        </button>
        <button
          type="button"
          className={css.answer}
          data-main
          data-autofocus
          onClick={() => send({ type: 'confirmed' })}
        >
          <CheckIcon size={96} />
          {t('confirm.yes')}
        </button>
      </div>
    </Stage>
  )
}
