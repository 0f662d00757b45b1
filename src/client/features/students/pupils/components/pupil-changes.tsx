import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { type LeaveReason, leaveReasons } from '#shared/pos/leave-reason.rules.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import type { ListedPupil } from '#shared/students/pupils/pupil.contract.ts'
import { putClassOf, putLeaving, putReturned } from '../pupils.api.ts'

interface ChangeProps {
  pupil: ListedPupil
  onDone: () => void
}

/** Moves the pupil to another class. */
export function ClassChange({ pupil, classes, onDone }: ChangeProps & { classes: readonly SchoolClass[] }) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const pick = useBilingual()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState(pupil.classId ?? '')
  const { mutate, isPending, error } = useMutation(putClassOf, {
    onSuccess: () => {
      setIsOpen(false)
      onDone()
    },
  })
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t('class.change')}</Button>
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (chosen !== '') void mutate(pupil.customerId, chosen, pupil.classId)
  }
  return (
    <form className={common.stack} onSubmit={save}>
      <SelectField label={t('class.to')} value={chosen} data-autofocus onChange={setChosen}>
        {chosen === '' && <option value="">{t('panel.noClass')}</option>}
        {classes.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <div className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('class.save')}
        </Button>
        <Button onClick={() => setIsOpen(false)}>{t('cancel')}</Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}

/** Notes the last day of the pupil and why, or that the pupil returns. */
export function Leaving({ pupil, onDone }: ChangeProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const [isOpen, setIsOpen] = useState(false)
  const back = useMutation(putReturned, { onSuccess: onDone })
  if (isOpen)
    return (
      <LeaveForm
        pupil={pupil}
        onClose={() => setIsOpen(false)}
        onDone={() => {
          setIsOpen(false)
          onDone()
        }}
      />
    )
  const isLeaving = pupil.leftOn !== null
  return (
    <>
      {isLeaving ? (
        <Button isWorking={back.isPending} onClick={() => void back.mutate(pupil.customerId)}>
          {t(pupil.active ? 'leave.stay' : 'leave.back')}
        </Button>
      ) : (
        pupil.active && <Button onClick={() => setIsOpen(true)}>{t('leave.open')}</Button>
      )}
      {back.error && <InlineNotice tone="problem">{errorText(back.error)}</InlineNotice>}
    </>
  )
}

interface LeaveFormProps extends ChangeProps {
  onClose: () => void
}

function LeaveForm({ pupil, onClose, onDone }: LeaveFormProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const [leftOn, setLeftOn] = useState(() => new Date(machineClock.nowMs()).toISOString().slice(0, 10))
  const [reason, setReason] = useState<LeaveReason>('other-school')
  const { mutate, isPending, error } = useMutation(putLeaving, { onSuccess: onDone })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (leftOn !== '') void mutate(pupil.customerId, leftOn, reason)
  }
  return (
    <form className={common.stack} onSubmit={save}>
      <DateField
        label={t('leave.lastDay')}
        hint={t('leave.lastDayHint')}
        required
        value={leftOn}
        onChange={setLeftOn}
      />
      <ChoiceField
        label={t('leave.reason')}
        values={leaveReasons}
        value={reason}
        nameOf={(each) => t(`reason.${each}`)}
        onChange={setReason}
      />
      <div className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('leave.save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
