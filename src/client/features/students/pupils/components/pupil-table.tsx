import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import type { ListedPupil } from '#shared/students/pupils/pupil.contract.ts'
import { usePupilText } from '../hooks/use-pupil-text.ts'
import css from './pupils.module.css'

interface PupilTableProps {
  pupils: readonly ListedPupil[]
  classes: readonly SchoolClass[]
  open: CustomerId | undefined
  onOpen: (id: CustomerId) => void
}

/** Pupils by class and number. */
export function PupilTable({ pupils, classes, open, onOpen }: PupilTableProps) {
  const { t } = useTranslation('students.pupils')
  const pick = useBilingual()
  const { classOf, stateOf } = usePupilText(classes)
  return (
    <table className={`${list.table} ${css.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.name')}</th>
          <th scope="col">{t('column.number')}</th>
          <th scope="col">{t('column.class')}</th>
          <th scope="col">{t('column.card')}</th>
          <th scope="col">{t('column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {pupils.map((pupil) => (
          <tr key={pupil.customerId} data-open={pupil.customerId === open || undefined}>
            <th scope="row">
              <button
                type="button"
                dir="auto"
                className={list.open}
                aria-expanded={pupil.customerId === open}
                onClick={() => onOpen(pupil.customerId)}
              >
                {pick(pupil.name)}
              </button>
            </th>
            <td>
              <bdi dir="ltr" className="num">
                {pupil.admissionNo}
              </bdi>
            </td>
            <td>
              <bdi>{classOf(pupil)}</bdi>
            </td>
            <td className={list.soft}>
              {pupil.cardNo === null ? (
                t('card.none')
              ) : (
                <bdi dir="ltr" className="num">
                  {pupil.cardNo}
                </bdi>
              )}
            </td>
            <td>{stateOf(pupil)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
