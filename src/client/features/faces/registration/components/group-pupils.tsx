import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Present } from '../group-list.ts'
import css from './group.module.css'

interface GroupPupilsProps {
  pupils: readonly Customer[]
  present: Present
  /** How many of them no camera can find. */
  unregistered: number
  onTick: (customerId: string) => void
}

/** The whole class with its ticks: what will be saved, whoever a picture found or missed. */
export function GroupPupils({ pupils, present, unregistered, onTick }: GroupPupilsProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  return (
    <fieldset className={css.page}>
      <legend className={css.label}>
        {t('group.present')}: {t('group.count', { n: present.size, of: pupils.length })}
      </legend>
      {unregistered > 0 && <p className={css.soft}>{t('group.noFaces', { count: unregistered })}</p>}
      <ul className={css.pupils}>
        {pupils.map((pupil) => {
          const by = present.get(pupil.id)
          return (
            <li key={pupil.id}>
              <label className={css.tick}>
                <input type="checkbox" checked={by !== undefined} onChange={() => onTick(pupil.id)} />
                <span>
                  <bdi>{pick(pupil.name)}</bdi>
                  {by && <span className={css.soft}> {t(`group.by.${by}`)}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
