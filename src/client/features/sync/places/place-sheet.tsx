import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { DeviceKind } from '#shared/sync/device.contract.ts'
import { type Place, PlaceInput, type PlaceTill, TillInput } from '#shared/sync/places.contract.ts'
import { nextCode } from './next-code.ts'
import { putPlace, putTill } from './places.api.ts'

interface Draft {
  code: string
  name: Bilingual
}

interface SheetProps<Known> {
  /** Undefined for a new one. */
  known: Known | undefined
  onClose: () => void
  onDone: () => void
}

interface PlaceSheetProps extends SheetProps<Place> {
  places: readonly Place[]
}

/** One place: its name, and its code while it is new. */
export function PlaceSheet({ known, places, onClose, onDone }: PlaceSheetProps) {
  const { t } = useTranslation('sync.devices')
  const [id] = useState(() => known?.id ?? newId())
  const first = () =>
    nextCode(
      places.map(({ code }) => code),
      'A',
    )
  const [draft, setDraft] = useState<Draft>(() => known ?? { code: first(), name: { en: '', ar: '' } })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useMutation(putPlace, { onSuccess: onDone })
  const save = () => {
    const read = PlaceInput.safeParse({ id, ...draft })
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path.join('.')))
    if (read.success) void mutate(read.data, known?.name ?? null)
  }
  return (
    <EditSheet
      title={t(known ? 'places.rename' : 'places.add')}
      {...{ draft, wrong, isPending, error, onClose }}
      isNew={!known}
      onChange={setDraft}
      onSave={save}
    />
  )
}

interface TillSheetProps extends SheetProps<PlaceTill> {
  place: Place
}

/** One till or front desk: its name, and its code and kind while it is new. */
export function TillSheet({ known, place, onClose, onDone }: TillSheetProps) {
  const { t } = useTranslation('sync.devices')
  const [id] = useState(() => known?.id ?? newId())
  const first = () =>
    nextCode(
      place.tills.map(({ code }) => code),
      '01',
    )
  const [draft, setDraft] = useState<Draft>(() => known ?? { code: first(), name: { en: '', ar: '' } })
  const [kind, setKind] = useState<DeviceKind>(known?.kind ?? 'till')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useMutation(putTill, { onSuccess: onDone })
  const save = () => {
    const read = TillInput.safeParse({ id, placeId: place.id, kind, ...draft })
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path.join('.')))
    if (read.success) void mutate(read.data, known?.name ?? null)
  }
  return (
    <EditSheet
      title={t(known ? 'places.till.rename' : 'places.till.add')}
      {...{ draft, wrong, isPending, error, onClose }}
      isNew={!known}
      onChange={setDraft}
      onSave={save}
    >
      {!known && (
        <ChoiceField
          label={t('places.till.kind')}
          values={DeviceKind.options}
          value={kind}
          nameOf={(each) => t(`places.till.kinds.${each}`)}
          onChange={setKind}
        />
      )}
    </EditSheet>
  )
}

const newId = () => uuidv7(machineClock.nowMs(), machineRandom)

interface EditProps {
  title: string
  draft: Draft
  wrong: readonly string[]
  isNew: boolean
  isPending: boolean
  error: Parameters<ReturnType<typeof useErrorText>>[0] | undefined
  onChange: (draft: Draft) => void
  onSave: () => void
  onClose: () => void
  children?: ReactNode
}

function EditSheet({ title, draft, wrong, isNew, isPending, error, onChange, onSave, onClose, children }: EditProps) {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const formId = useId()
  const { code, name } = draft
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('places.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('places.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={submit}>
        {(['en', 'ar'] as const).map((lang) => (
          <TextField
            key={lang}
            label={t(`places.name.${lang}`)}
            lang={lang}
            maxLength={60}
            autoComplete="off"
            error={wrong.includes(`name.${lang}`) ? t(`places.wrong.${lang}`) : undefined}
            value={name[lang]}
            onChange={(typed) => onChange({ code, name: { ...name, [lang]: typed } })}
          />
        ))}
        {children}
        {isNew && (
          <TextField
            label={t('places.code')}
            hint={t('places.codeHint')}
            width="narrow"
            dir="ltr"
            maxLength={4}
            autoComplete="off"
            error={wrong.includes('code') ? t('places.wrong.code') : undefined}
            value={code}
            onChange={(typed) => onChange({ name, code: typed.toUpperCase().trim() })}
          />
        )}
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
