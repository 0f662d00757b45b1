import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { CheckboxChoices, RadioChoices } from '#client/ui/fields/choices.tsx'
import { DateField, NumberField, TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { Breach } from '#shared/retention/breach.contract.ts'
import { breachData, breachRisks, noticeHours } from '#shared/retention/breach.rules.ts'
import { putBreach } from './breach.api.ts'
import { type BreachDraft, type BreachFault, openDraft, readDraft } from './breach-draft.ts'
import { BreachNotice } from './breach-notice.tsx'

interface BreachSheetProps {
  /** Undefined for a new one. */
  known: Breach | undefined
  onClose: () => void
  onSaved: () => void
}

/** One breach: what happened, what was done, who was told. */
export function BreachSheet({ known, onClose, onSaved }: BreachSheetProps) {
  const { t } = useTranslation('retention.breaches')
  const errorText = useErrorText()
  const formId = useId()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const [opId] = useState(() => (known ? OpId.parse(known.id) : newCommandId()))
  const [opened] = useState(() => openDraft(known, machineClock.nowMs(), timeZone))
  const [draft, setDraft] = useState(opened)
  const [faults, setFaults] = useState<readonly BreachFault[]>([])
  const fields = { draft, faults, onChange: (change: Partial<BreachDraft>) => setDraft({ ...draft, ...change }) }
  useBusy(draft !== opened)
  const { mutate, isPending, error } = useMutation(putBreach, { onSuccess: onSaved })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = readDraft(draft, known, { nowMs: machineClock.nowMs(), timeZone })
    setFaults('faults' in read ? read.faults : [])
    if ('said' in read) void mutate({ ...read.said, opId, revision: known?.revision ?? 0 })
  }
  return (
    <Sheet
      title={t(known ? 'edit' : 'add')}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <WhatHappened {...fields} />
        <WhoWasTold {...fields} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {known && <BreachNotice breach={known} />}
    </Sheet>
  )
}

interface FieldsProps {
  draft: BreachDraft
  faults: readonly BreachFault[]
  onChange: (change: Partial<BreachDraft>) => void
}

function WhatHappened({ draft, faults, onChange }: FieldsProps) {
  const { t } = useTranslation('retention.breaches')
  const wrong = (fault: BreachFault) => (faults.includes(fault) ? t(`wrong.${fault}`) : undefined)
  return (
    <>
      <DateField label={t('field.day')} error={wrong('day')} value={draft.day} onChange={(day) => onChange({ day })} />
      <TextField label={t('field.time')} type="time" value={draft.time} onChange={(time) => onChange({ time })} />
      <TextAreaField
        label={t('field.happened')}
        rows={4}
        maxLength={4000}
        error={wrong('happened')}
        value={draft.happened}
        onChange={(happened) => onChange({ happened })}
      />
      <CheckboxChoices
        title={t('field.data')}
        values={breachData}
        chosen={draft.dataKinds}
        word={(each) => t(`data.${each}`)}
        onChoose={(dataKinds) => onChange({ dataKinds })}
      />
      {wrong('data') && <InlineNotice tone="problem">{wrong('data')}</InlineNotice>}
      <NumberField
        label={t('field.people')}
        hint={t('field.peopleHint')}
        error={wrong('people')}
        maxLength={7}
        value={draft.people}
        onChange={(people) => onChange({ people })}
      />
      <RadioChoices
        title={t('field.risk')}
        name="breach-risk"
        values={breachRisks}
        chosen={draft.risk}
        word={(each) => t(`risk.${each}`)}
        onChoose={(risk) => onChange({ risk })}
      />
    </>
  )
}

function WhoWasTold({ draft, faults, onChange }: FieldsProps) {
  const { t } = useTranslation('retention.breaches')
  return (
    <>
      <TextAreaField
        label={t('field.measures')}
        rows={4}
        maxLength={4000}
        value={draft.measures}
        onChange={(measures) => onChange({ measures })}
      />
      <p className={common.softLine}>{t('hours', { count: noticeHours })}</p>
      <DateField
        label={t('field.authorityDay')}
        error={faults.includes('dates') ? t('wrong.dates') : undefined}
        value={draft.authorityDay}
        onChange={(authorityDay) => onChange({ authorityDay })}
      />
      <TextField
        label={t('field.authorityRef')}
        maxLength={100}
        autoComplete="off"
        value={draft.authorityRef}
        onChange={(authorityRef) => onChange({ authorityRef })}
      />
      <DateField
        label={t('field.familiesDay')}
        value={draft.familiesDay}
        onChange={(familiesDay) => onChange({ familiesDay })}
      />
      <CheckboxField
        label={t('field.closed')}
        checked={draft.isClosed}
        onChange={(isClosed) => onChange({ isClosed })}
      />
    </>
  )
}
