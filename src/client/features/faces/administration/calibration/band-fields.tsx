import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { FaceMode } from '#shared/recognition/face.contract.ts'
import css from '../components/desk-page.module.css'
import { unregisteredPeople } from '../face-plain-words.rules.ts'
import { plainChance } from '../settings/plain-chance.ts'
import { type BandKey, bandKeys, type WrongField } from '../settings/settings-values.ts'

interface BandFieldsProps {
  mode: FaceMode
  band: Record<BandKey, string>
  /** Whose faces are registered now. */
  people: number
  wrong: readonly WrongField[]
  onChange: (band: Record<BandKey, string>) => void
}

/** How near a face must be in one mode, beside what that means for a list of its length. */
export function BandFields({ mode, band, people, wrong, onChange }: BandFieldsProps) {
  const { t } = useTranslation('faces.administration')
  // Who said who they are is compared with one person: no list, and nobody else to be told from.
  const keys = mode === 'one' ? (['accept', 'ask'] as const) : bandKeys
  const accept = Number(latinDigits(band.accept).replace(/[٫,]/, '.'))
  const most = mode === 'one' ? 1 : Number(latinDigits(band.mostPeople))
  const lengths = [...new Set(mode === 'one' ? [1] : [Math.min(people, most), most])].filter((each) => each > 0)
  return (
    <fieldset className={css.band}>
      <legend>{t(`mode.${mode}.name`)}</legend>
      <p className={common.soft}>{t(`mode.${mode}.text`)}</p>
      <div className={css.numbers}>
        {keys.map((key) => (
          <NumberField
            key={key}
            id={`band-${mode}-${key}`}
            label={t(`band.${key}.name`)}
            hint={t(`band.${key}.help`)}
            value={band[key]}
            aria-invalid={wrong.includes(`band-${mode}-${key}`)}
            inputMode={key !== 'mostPeople' ? 'decimal' : 'numeric'}
            onChange={(text) => onChange({ ...band, [key]: text })}
          />
        ))}
      </div>
      {Number.isFinite(accept) && lengths.map((length) => <Chance key={length} accept={accept} people={length} />)}
    </fieldset>
  )
}

function Chance({ accept, people }: { accept: number; people: number }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const { how, strangers: count, oneIn } = plainChance(accept, people)
  const values = { people: format.count(people), strangers: format.count(count), oneIn: format.count(oneIn) }
  return (
    <p className={css.chance}>
      {people === 1 ? t(`band.one.${how}`, values) : t(`band.list.${how}`, values)}{' '}
      <span className={common.soft}>{t('band.restsOn', { pairs: format.count(unregisteredPeople.pairs) })}</span>
    </p>
  )
}
