import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import common from '#client/ui/common.module.css'
import table from '#client/ui/tables/list-table.module.css'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { setKey } from '../set-search.ts'
import css from './set-editor.module.css'

/** The sets, each by its latest version. */
export function SetList({ sets }: { sets: readonly ScoringSet[] }) {
  const { t } = useTranslation('admissions.scoring-editor')
  const latest = [...Map.groupBy(sets, setKey).values()].flatMap(([first]) => first ?? [])
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.set')}</th>
          <th scope="col">{t('column.items')}</th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.saved')}</th>
        </tr>
      </thead>
      <tbody>
        {latest.map((set) => (
          <SetRow key={set.id} set={set} />
        ))}
      </tbody>
    </table>
  )
}

function SetRow({ set }: { set: ScoringSet }) {
  const { t } = useTranslation('admissions.scoring-editor')
  const pick = useBilingual()
  const format = useFormat()
  const grade = useGrade()
  const name = pick(set.body.title)
  return (
    <tr>
      <th scope="row">
        <Link className={table.open} to="/scoring" search={{ set: setKey(set) }}>
          <bdi>{name}</bdi>
        </Link>
        <small className={common.softPart}>
          {t('for', { grade: grade(set.grade), year: schoolYear(set.entryYear) })}
        </small>
      </th>
      <td>{t('items', { count: set.body.items.length })}</td>
      <td>
        <span className={css.chip} data-on={set.body.isInForce || undefined}>
          {t(set.body.isInForce ? 'inForce' : 'notInForce')}
        </span>
      </td>
      <td>
        {t('version', { version: set.version })} · <bdi>{pick(set.by.name)}</bdi> · <bdi>{format.dateTime(set.at)}</bdi>
      </td>
    </tr>
  )
}
