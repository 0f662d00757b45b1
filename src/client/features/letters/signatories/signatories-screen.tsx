import { useTranslation } from 'react-i18next'
import { BothFields, useFieldState } from '#client/features/school/settings/settings-field.tsx'
import { SettingsFormFrame } from '#client/features/school/settings/settings-form.tsx'
import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import css from '#client/features/school/settings/settings.module.css'
import { type OpenedGroup, useSettingsForm } from '#client/features/school/settings/use-settings-form.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import { isLetterOfSome, isOwnLetter } from '#shared/school/own-letters.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'

type Draft = SettingsValues<'letters'>
type Signatory = Draft['signatories'][number]
const asIs = (values: Draft) => values

/** Who signs the school's letters, and which letters it uses. */
export const SignatoriesScreen = () => <GroupScreen group="letters" Page={SignatoriesPage} />

function SignatoriesPage({ opened }: { opened: OpenedGroup<'letters'> }) {
  const form = useSettingsForm({ group: 'letters', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  const drop = (id: string) =>
    change({
      signatories: draft.signatories.filter((person) => person.id !== id),
      signedBy: draft.signedBy.filter(({ signatory }) => signatory !== id),
    })
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <People
        people={draft.signatories}
        wrong={wrong}
        onChange={(signatories) => change({ signatories })}
        onRemove={drop}
      />
      <SignedBy draft={draft} onChange={(signedBy) => change({ signedBy })} />
      <OwnLetters own={draft.own} onChange={(own) => change({ own })} />
    </SettingsFormFrame>
  )
}

interface PeopleProps {
  people: readonly Signatory[]
  wrong: readonly string[]
  onChange: (people: Signatory[]) => void
  onRemove: (id: string) => void
}

function People({ people, wrong, onChange, onRemove }: PeopleProps) {
  const { t } = useTranslation('school.settings')
  const state = useFieldState({ field: 'signatories', wrong })
  const both = { en: '', ar: '' }
  return (
    <fieldset id={state.id} className={css.group}>
      <legend>{t('letters.people')}</legend>
      <p className={css.hint}>{t('letters.peopleHint')}</p>
      {people.map((person, no) => (
        <div key={person.id} className={css.row}>
          <BothFields
            label={t('letters.name')}
            field={`signatories.${no}.name`}
            wrong={wrong}
            maxLength={120}
            value={person.name}
            onChange={(name) => onChange(people.with(no, { ...person, name }))}
          />
          <BothFields
            label={t('letters.position')}
            field={`signatories.${no}.position`}
            wrong={wrong}
            maxLength={120}
            value={person.position}
            onChange={(position) => onChange(people.with(no, { ...person, position }))}
          />
          <Button onClick={() => onRemove(person.id)}>{t('letters.remove', { no: no + 1 })}</Button>
        </div>
      ))}
      {people.length < 30 && (
        <div>
          <Button
            onClick={() =>
              onChange([...people, { id: uuidv7(machineClock.nowMs(), machineRandom), name: both, position: both }])
            }
          >
            {t('letters.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface SignedProps {
  draft: Draft
  onChange: (signedBy: Draft['signedBy']) => void
}

/** Who signs each letter that the school uses. */
function SignedBy({ draft, onChange }: SignedProps) {
  const { t } = useTranslation('school.settings')
  const { t: ofLetters } = useTranslation('letters.editor')
  const pick = useBilingual()
  const { signatories, signedBy, own } = draft
  return (
    <fieldset className={css.group}>
      <legend>{t('letters.signedBy')}</legend>
      <p className={css.hint}>{t('letters.signedByHint')}</p>
      {letterKinds
        .filter((letter) => isOwnLetter(letter, own))
        .map((letter) => (
          <SelectField
            key={letter}
            label={ofLetters(`letter.${letter}`)}
            value={signedBy.find((each) => each.letter === letter)?.signatory ?? ''}
            onChange={(signatory) => {
              const others = signedBy.filter((each) => each.letter !== letter)
              onChange(signatory === '' ? others : [...others, { letter, signatory }])
            }}
          >
            <option value="">{t('letters.bySchool')}</option>
            {signatories.map(({ id, name }, no) => (
              <option key={id} value={id}>
                {pick(name) || t('letters.unnamed', { no: no + 1 })}
              </option>
            ))}
          </SelectField>
        ))}
    </fieldset>
  )
}

/** Letters that are worded for some schools: this one chooses which it uses. */
function OwnLetters({ own, onChange }: { own: readonly string[]; onChange: (own: string[]) => void }) {
  const { t } = useTranslation('school.settings')
  const { t: ofLetters } = useTranslation('letters.editor')
  return (
    <fieldset className={css.group}>
      <legend>{t('letters.own')}</legend>
      <p className={css.hint}>{t('letters.ownHint')}</p>
      {letterKinds.filter(isLetterOfSome).map((letter) => (
        <CheckboxField
          key={letter}
          label={ofLetters(`letter.${letter}`)}
          checked={own.includes(letter)}
          onChange={(isChosen) => onChange(isChosen ? [...own, letter] : own.filter((each) => each !== letter))}
        />
      ))}
    </fieldset>
  )
}
