import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import list from '#client/ui/tables/list-table.module.css'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { useFaceText } from '../hooks/use-face-text.ts'
import { classesOf } from '../pupils-found.ts'
import css from './desk-page.module.css'

/** Rows that are drawn at once: a whole school would make every key press slow. */
const step = 100

interface PupilTableProps {
  pupils: readonly FacePupil[]
  onOpen: (id: FacePupil['customerId']) => void
}

/** The pupils, class by class. */
export function PupilTable({ pupils, onOpen }: PupilTableProps) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const [most, setMost] = useState(step)
  const shown = pupils.slice(0, most)
  return (
    <>
      <p role="status" className={common.soft}>
        {pupils.length === 0 ? t('people.none') : t('people.found', { count: pupils.length })}
      </p>
      {shown.length > 0 && (
        <table className={list.table}>
          <thead>
            <tr>
              {(['name', 'consent', 'face', 'pin'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`people.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {classesOf(shown).map((className) => (
            <tbody key={className}>
              <tr>
                <th scope="rowgroup" colSpan={4} className={common.soft}>
                  <bdi>{className || t('people.noClass')}</bdi>
                </th>
              </tr>
              {shown
                .filter((pupil) => pupil.className === className)
                .map((pupil) => (
                  <PupilRow key={pupil.customerId} pupil={pupil} onOpen={onOpen} />
                ))}
            </tbody>
          ))}
        </table>
      )}
      {pupils.length > most && (
        <p className={css.more}>
          <button type="button" className={frame.button} onClick={() => setMost(most + step)}>
            {t('people.more', { left: format.count(pupils.length - most) })}
          </button>
        </p>
      )}
    </>
  )
}

function PupilRow({ pupil, onOpen }: { pupil: FacePupil; onOpen: PupilTableProps['onOpen'] }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const faceText = useFaceText()
  const { customerId, name, admissionNo, active, consent, face, hasPin } = pupil
  return (
    <tr>
      <th scope="row">
        <button type="button" className={list.open} onClick={() => onOpen(customerId)}>
          <bdi>{pick(name)}</bdi>
        </button>{' '}
        <span className={list.soft}>
          <bdi dir="ltr" className="num">
            {admissionNo}
          </bdi>
          {!active && <> · {t('people.left')}</>}
        </span>
      </th>
      <td>{t(`consent.${consent}`)}</td>
      <td>{faceText(face)}</td>
      <td>{t(hasPin ? 'pin.has' : 'pin.hasNot')}</td>
    </tr>
  )
}
