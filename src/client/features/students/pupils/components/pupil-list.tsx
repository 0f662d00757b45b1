import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { CustomerId } from '#shared/kernel/fields.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import type { ListedPupil } from '#shared/students/pupils/pupil.contract.ts'
import { useRights } from '../../record/hooks/use-rights.ts'
import { usePupilText } from '../hooks/use-pupil-text.ts'
import { exportPupils, fetchPupils } from '../pupils.api.ts'
import { filterOf, type PupilsSearch } from '../pupils-search.ts'
import { CardPrint } from './card-print.tsx'
import { PupilBar } from './pupil-bar.tsx'
import { PupilPanel } from './pupil-panel.tsx'
import css from './pupils.module.css'

interface PupilListProps {
  search: PupilsSearch
  classes: readonly SchoolClass[]
  /** The list is read again when this changes. */
  round: number
  onChange: (search: PupilsSearch) => void
  onChanged: () => void
}

/** The list of pupils, and beside it the one that is open. */
export function PupilList({ search, classes, round, onChange, onChanged }: PupilListProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { open: _open, ...narrowed } = search
  const filter = JSON.stringify(filterOf(narrowed))
  const read = useCallback((after?: CustomerId) => fetchPupils(JSON.parse(filter), after), [filter])
  const pages = usePages(read, round)
  const [isPrinting, setIsPrinting] = useState(false)
  const open = CustomerId.safeParse(search.open).data
  const count = pages.page?.count ?? 0
  const isNarrowed = Object.keys(narrowed).length > 0
  return (
    <div className={css.beside} data-open={open !== undefined || undefined}>
      <div className={css.list}>
        <PupilBar search={search} classes={classes} onChange={onChange} />
        {pages.rows && count > 0 && <ListTools count={count} search={search} onPrint={() => setIsPrinting(true)} />}
        {pages.rows && count === 0 && (isNarrowed ? <p role="status">{t('none')}</p> : <Empty />)}
        {pages.rows && count > 0 && (
          <PupilTable
            pupils={pages.rows}
            classes={classes}
            open={open}
            onOpen={(id) => onChange({ ...search, open: id })}
          />
        )}
        {pages.failure && <Failure text={errorText(pages.failure)} retry={t('retry')} onRetry={pages.retry} />}
        {!pages.rows && !pages.failure && <Loading>{t('loading')}</Loading>}
        {pages.rows && pages.next !== null && (
          <Button isWorking={pages.isLoading} onClick={() => void pages.more()}>
            {t('more')}
          </Button>
        )}
      </div>
      {open && (
        <PupilPanel
          key={open}
          customerId={open}
          classes={classes}
          onClose={() => onChange(narrowed)}
          onChanged={onChanged}
        />
      )}
      {isPrinting && <CardPrint filter={filterOf(narrowed)} onClose={() => setIsPrinting(false)} onDone={onChanged} />}
    </div>
  )
}

interface ListToolsProps {
  count: number
  search: PupilsSearch
  onPrint: () => void
}

/** How many pupils there are, and what is done with all of them: a file, cards. */
function ListTools({ count, search, onPrint }: ListToolsProps) {
  const { t } = useTranslation('students.pupils')
  const may = useRights()
  return (
    <div className={css.tools}>
      <p role="status" className={common.softLine}>
        {t('found', { count })}
      </p>
      <div className={css.tools}>
        <ExportButton list="pupils" of={count} fetchFile={(how) => exportPupils(filterOf(search), how)} />
        {may('cards.give') && (
          <Button kind="quiet" onClick={onPrint}>
            {t('print.open')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Empty() {
  const { t } = useTranslation('students.pupils')
  return (
    <div className={css.empty}>
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.text')}</p>
    </div>
  )
}

interface PupilTableProps {
  pupils: readonly ListedPupil[]
  classes: readonly SchoolClass[]
  open: CustomerId | undefined
  onOpen: (id: CustomerId) => void
}

/** Pupils by class and number. */
function PupilTable({ pupils, classes, open, onOpen }: PupilTableProps) {
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
