import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptForm } from '#client/platform/editor/use-kept-form.ts'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { DeviceKind } from '#shared/sync/device.contract.ts'
import { type Place, PlaceInput, type PlaceTill, TillInput } from '#shared/sync/places.contract.ts'
import { EditSheet, type PlaceDraft } from './place-edit.tsx'
import { putPlace, putTill } from './places.api.ts'

/**
 * Returns the code after the last one: `B` after `A`, `03` after `02`; empty where none follows by itself.
 * @param first of a list that is empty
 */
export function nextCode(codes: readonly string[], first: string): string {
  const last = codes.toSorted().at(-1)
  if (last === undefined) return first
  if (/^\d+$/.test(last)) {
    const next = String(Number(last) + 1).padStart(last.length, '0')
    return next.length <= 4 ? next : ''
  }
  return /^[A-Y]$/.test(last) ? String.fromCodePoint((last.codePointAt(0) ?? 0) + 1) : ''
}

interface SheetProps<Known> {
  /** Undefined for a new one. */
  known: Known | undefined
  onClose: () => void
  onDone: () => void
}

interface Kept {
  kept: KeptDraft | undefined
}

interface PlaceSheetProps extends SheetProps<Place> {
  places: readonly Place[]
}

/** One place: its name, and its code while it is new. What is typed is kept on this device until it is saved or cancelled. */
export const PlaceSheet = (props: PlaceSheetProps) => (
  <WithKeptDraft name={placeDraft(props.known)}>{(kept) => <OpenPlace {...props} kept={kept} />}</WithKeptDraft>
)

const placeDraft = (known: Place | undefined) => `place:${known?.id ?? 'new'}`

/** What a form begins with. @param known undefined for a new one @param codes that are taken @param first code of all */
function firstDraft(known: Place | PlaceTill | undefined, codes: readonly string[], first: string): PlaceDraft {
  if (known) {
    const { id, code, name } = known
    return { id, code, name, kind: 'kind' in known ? known.kind : 'till', seenName: name }
  }
  return { id: newId(), code: nextCode(codes, first), name: { en: '', ar: '' }, kind: 'till', seenName: null }
}

function OpenPlace({ known, places, kept, onClose, onDone }: PlaceSheetProps & Kept) {
  const { t } = useTranslation('sync.devices')
  const codes = places.map(({ code }) => code)
  const [first] = useState(() => firstDraft(known, codes, 'A'))
  const form = useKeptForm(placeDraft(known), first, kept)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useMutation(putPlace, {
    onSuccess: async () => {
      await form.drop()
      onDone()
    },
  })
  const save = () => {
    const { id, code, name, seenName } = form.draft
    const read = PlaceInput.safeParse({ id, code, name })
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path.join('.')))
    if (read.success) void mutate(read.data, seenName)
  }
  return (
    <EditSheet
      title={t(known ? 'places.rename' : 'places.add')}
      {...{ form, wrong, isPending, error, onClose }}
      isNew={!known}
      onSave={save}
    />
  )
}

interface TillSheetProps extends SheetProps<PlaceTill> {
  place: Place
}

/** One till or front desk: its name, and its code and kind while it is new. What is typed is kept as that of a place is. */
export const TillSheet = (props: TillSheetProps) => (
  <WithKeptDraft name={tillDraft(props)}>{(kept) => <OpenTill {...props} kept={kept} />}</WithKeptDraft>
)

const tillDraft = ({ known, place }: TillSheetProps) => `place:${place.id}:${known?.id ?? 'new'}`

function OpenTill({ kept, ...props }: TillSheetProps & Kept) {
  const { t } = useTranslation('sync.devices')
  const { known, place, onClose, onDone } = props
  const codes = place.tills.map(({ code }) => code)
  const [first] = useState(() => firstDraft(known, codes, '01'))
  const form = useKeptForm(tillDraft(props), first, kept)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { mutate, isPending, error } = useMutation(putTill, {
    onSuccess: async () => {
      await form.drop()
      onDone()
    },
  })
  const save = () => {
    const { id, code, name, kind, seenName } = form.draft
    const read = TillInput.safeParse({ id, placeId: place.id, kind, code, name })
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path.join('.')))
    if (read.success) void mutate(read.data, seenName)
  }
  return (
    <EditSheet
      title={t(known ? 'places.till.rename' : 'places.till.add')}
      {...{ form, wrong, isPending, error, onClose }}
      isNew={!known}
      onSave={save}
    >
      {!known && (
        <ChoiceField
          label={t('places.till.kind')}
          values={DeviceKind.options}
          value={form.draft.kind}
          nameOf={(each) => t(`places.till.kinds.${each}`)}
          onChange={(kind) => form.change({ kind })}
        />
      )}
    </EditSheet>
  )
}

const newId = () => uuidv7(machineClock.nowMs(), machineRandom)
