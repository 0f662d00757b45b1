import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { ChangeStamp, FormRow } from '#shared/forms/editor/form-edit.contract.ts'
import { addressOf } from '../public-address.ts'
import css from './form-table.module.css'

/** One line per form; on a phone each is a card. */
export function FormTable({ forms }: { forms: readonly FormRow[] }) {
  const { t } = useTranslation('forms.editor')
  return (
    <table className={`${list.table} ${css.table}`}>
      <thead>
        <tr>
          {(['form', 'published', 'edited', 'drafts', 'submissions'] as const).map((column) => (
            <th key={column} scope="col" data-number={column === 'drafts' || column === 'submissions' || undefined}>
              {t(`list.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {forms.map((row) => (
          <Line key={row.slug} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ row }: { row: FormRow }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const format = useFormat()
  const { slug, title, purpose, version, published, edited, drafts, submissions } = row
  const address = addressOf(slug, purpose)
  return (
    <tr>
      <th scope="row">
        <Link to="/forms" search={{ form: slug }} className={list.open}>
          <bdi>{pick(title)}</bdi>
        </Link>
        {address ? (
          <bdi dir="ltr" className={css.address}>
            {address}
          </bdi>
        ) : (
          <span className={css.address}>{t('list.byLink')}</span>
        )}
      </th>
      <td>
        {version !== null && published ? (
          <>
            {t('list.version', { version })}{' '}
            <small className={list.soft}>
              <ChangeRow change={published} />
            </small>
          </>
        ) : (
          <span className={css.new}>{t('list.unpublished')}</span>
        )}
      </td>
      <td>
        {edited && (
          <>
            <span className={css.edited}>{t('list.edited')}</span>{' '}
            <small className={list.soft}>
              <ChangeRow change={edited} />
            </small>
          </>
        )}
      </td>
      <td className={css.number}>
        <span className={css.inline}>{t('list.column.drafts')}</span> <bdi className="num">{format.count(drafts)}</bdi>
      </td>
      <td className={css.number}>
        <span className={css.inline}>{t('list.column.submissions')}</span>{' '}
        <bdi className="num">{format.count(submissions)}</bdi>
      </td>
    </tr>
  )
}

/** When, and by whom where it was a person. */
function ChangeRow({ change: { at, by } }: { change: ChangeStamp }) {
  const pick = useBilingual()
  const format = useFormat()
  return (
    <>
      <bdi>{format.day(at)}</bdi>
      {by && (
        <>
          {' · '}
          <bdi>{pick(by)}</bdi>
        </>
      )}
    </>
  )
}
