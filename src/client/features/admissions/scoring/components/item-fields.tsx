import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { isTop } from '#shared/admissions/scoring.rules.ts'
import { permissions } from '#shared/kernel/roles.ts'
import { type BandDraft, type ItemDraft, newBand } from '../set-draft.ts'
import { RowActions } from './row-actions.tsx'
import css from './set-editor.module.css'
import { CodeField, WordsFields } from './words-fields.tsx'

interface ItemProps {
  item: ItemDraft
  put: (more: Partial<ItemDraft>) => void
}

const kinds = ['score', 'yes-no', 'band'] as const
const tops = Array.from({ length: 100 }, (_, index) => index + 1).filter(isTop)

/** One thing that is scored: its words, how it is judged, how much it counts, and by whom. */
export function ItemFields({ item, put }: ItemProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <>
      <WordsFields en={item.en} ar={item.ar} put={put} />
      <div className={css.fields}>
        <SelectField label={t('field.kind')} value={item.kind} onChange={(chosen) => put(kindChosen(item, chosen))}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`answer.${kind}`)}
            </option>
          ))}
        </SelectField>
        {item.kind === 'score' && (
          <SelectField label={t('field.top')} value={item.top} onChange={(chosen) => put({ top: chosen })}>
            {tops.map((top) => (
              <option key={top} value={top}>
                {top}
              </option>
            ))}
          </SelectField>
        )}
        <NumberField
          label={t('field.weight')}
          maxLength={3}
          value={item.weight}
          onChange={(typed) => put({ weight: typed })}
        />
        <CodeField value={item.code} onChange={(code) => put({ code })} />
      </div>
      {item.kind === 'band' && <Bands bands={item.bands} onChange={(bands) => put({ bands })} />}
      <CheckboxField
        label={t('required')}
        checked={item.required}
        onChange={(isChecked) => put({ required: isChecked })}
      />
      <Scorers item={item} put={put} />
    </>
  )
}

/** Bands begin with two: a choice of one is none. */
function kindChosen(item: ItemDraft, chosen: string): Partial<ItemDraft> {
  const kind = kinds.find((each) => each === chosen) ?? 'score'
  if (kind !== 'band' || item.bands.length > 0) return { kind }
  const first = newBand([])
  return { kind, bands: [first, newBand([first])] }
}

function Scorers({ item, put }: ItemProps) {
  const { t } = useTranslation(['admissions.scoring-editor', 'frame'])
  const roles = permissions['scoring.score']
  return (
    <fieldset className={css.group}>
      <legend>{t('scorers')}</legend>
      <div className={common.choices}>
        {roles.map((role) => (
          <CheckboxField
            key={role}
            label={t(`frame:role.${role}`)}
            checked={item.scorers.includes(role)}
            onChange={(isChecked) =>
              put({
                scorers: roles.filter((each) => (each === role ? isChecked : item.scorers.includes(each))),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

interface BandsProps {
  bands: readonly BandDraft[]
  onChange: (bands: BandDraft[]) => void
}

const maxBands = 10

/** The words that can be chosen, each with its points. */
function Bands({ bands, onChange }: BandsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const put = (key: string, more: Partial<BandDraft>) =>
    onChange(bands.map((each) => (each.key === key ? { ...each, ...more } : each)))
  return (
    <>
      {bands.map(({ key, code, en, ar, points }, place) => {
        const name = t('bandNo', { no: place + 1 })
        return (
          <fieldset key={key} className={css.group}>
            <legend>{name}</legend>
            <WordsFields en={en} ar={ar} put={(more) => put(key, more)} />
            <div className={css.fields}>
              <NumberField
                label={t('field.points')}
                maxLength={2}
                value={points}
                onChange={(typed) => put(key, { points: typed })}
              />
              <CodeField value={code} onChange={(next) => put(key, { code: next })} />
            </div>
            <RowActions list={bands} place={place} name={name} least={2} onChange={onChange} />
          </fieldset>
        )
      })}
      {bands.length < maxBands && <Button onClick={() => onChange([...bands, newBand(bands)])}>{t('addBand')}</Button>}
    </>
  )
}
