import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FaceSuspicion } from '#shared/faces/face-pupils.contract.ts'
import { decideOnSuspicion } from '../face-desk.api.ts'
import { useRights } from '../hooks/use-rights.ts'
import css from './desk-page.module.css'

interface SuspicionCardProps {
  suspicion: FaceSuspicion
  onDecided?: () => void
  /** Deletes pictures, so it is asked first. */
  onMistaken?: () => void
}

export function SuspicionCard({ suspicion, onDecided, onMistaken }: SuspicionCardProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const may = useRights()
  const { id, likeness, pupil, other, foundAt, decision } = suspicion
  const { mutate, isPending, error } = useMutation(() => decideOnSuspicion(id, 'different'), { onSuccess: onDecided })
  return (
    <li className={css.card} data-tone={decision ? undefined : likeness === 'same' ? 'bad' : 'warn'}>
      <h2>{t(`suspicions.likeness.${likeness}`)}</h2>
      <Named who={pupil} note={t('suspicions.later')} />
      <Named who={other} note={t('suspicions.earlier')} />
      <p className={common.soft}>
        {t('suspicions.found', { at: format.dateTime(foundAt) })}{' '}
        {decision &&
          t(`suspicions.decided.${decision.is}`, { by: pick(decision.by), at: format.dateTime(decision.at) })}
      </p>
      {!decision && <p className={common.soft}>{t(`suspicions.means.${likeness}`)}</p>}
      {!decision && may('faces.enrol') && (
        <div className={css.actions}>
          <Button isWorking={isPending} onClick={() => void mutate()}>
            {t('suspicions.different')}{' '}
            <span className="visually-hidden">{`${pick(pupil.name)} · ${pick(other.name)}`}</span>
          </Button>
          <Button kind="bad" onClick={onMistaken}>
            {t('suspicions.mistake')}{' '}
            <span className="visually-hidden">{`${pick(pupil.name)} · ${pick(other.name)}`}</span>
          </Button>
        </div>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}

function Named({ who, note }: { who: FaceSuspicion['pupil']; note: string }) {
  const pick = useBilingual()
  return (
    <p>
      <strong>
        <bdi>{pick(who.name)}</bdi>
      </strong>{' '}
      <span className={common.soft}>
        <bdi>{who.className}</bdi> ·{' '}
        <bdi dir="ltr" className="num">
          {who.admissionNo}
        </bdi>{' '}
        · {note}
      </span>
    </p>
  )
}
