import { type ComponentProps, type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { setPin } from '../face-desk.api.ts'
import { pinFault, pinTyped } from '../pin-entry.ts'

interface PinSheetProps {
  pupil: FacePupil
  onClose: () => void
  onDone: () => void
}

/** Four digits, typed twice by the pupil or for them. Nobody can read them again, here or anywhere. */
export function PinSheet({ pupil, onClose, onDone }: PinSheetProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(setPin, { onSuccess: onDone })
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [fault, setFault] = useState<ReturnType<typeof pinFault>>()
  const formId = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = pinFault(first, second)
    setFault(found)
    if (!found) void mutate(pupil.customerId, first)
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      <Button kind="main" type="submit" form={formId} isWorking={isPending}>
        {t('deed.pin.do')}
      </Button>
    </>
  )
  return (
    <Sheet
      key="pin"
      title={t('deed.pin.title', { name: pick(pupil.name) })}
      size="narrow"
      onClose={onClose}
      footer={footer}
    >
      <p>{t('deed.pin.text')}</p>
      <form id={formId} className={common.list} onSubmit={submit}>
        <Digits data-autofocus name={t('pin.first')} value={first} isWrong={fault !== undefined} onType={setFirst} />
        <Digits name={t('pin.second')} value={second} isWrong={fault === 'differs'} onType={setSecond} />
      </form>
      {fault && <p role="alert">{t(`pin.fault.${fault}`)}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface DigitsProps extends Omit<ComponentProps<'input'>, 'name' | 'width'> {
  name: string
  isWrong: boolean
  onType: (digits: string) => void
}

const Digits = ({ name, isWrong, onType, ...input }: DigitsProps) => (
  <TextField
    label={name}
    {...input}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    dir="ltr"
    aria-invalid={isWrong}
    onChange={(typed) => onType(pinTyped(typed))}
  />
)
