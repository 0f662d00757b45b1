import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { UserId } from '#shared/kernel/ids.ts'
import { resetFactor } from '../staff.api.ts'
import css from './staff.module.css'

/** Takes the second factor of a colleague away who has lost it, after a second press. */
export function FactorReset({ id, onDone }: { id: UserId; onDone: () => void }) {
  const { t, i18n } = useTranslation('identity.staff')
  const errorText = useErrorText()
  const [isSure, setIsSure] = useState(false)
  const { mutate, isPending, error } = useMutation(resetFactor, { onSuccess: onDone })
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <div className={css.actions}>
      {isSure && <span>{t('person.factorSure')}</span>}
      <Button
        kind="bad"
        isWorking={isPending}
        onClick={() => (isSure ? void mutate({ id, language }) : setIsSure(true))}
      >
        {t('person.factorReset')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}
