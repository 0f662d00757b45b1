import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { maxSavedFilters } from '#shared/lists/saved-filter.contract.ts'
import type { useSavedFilters } from '../hooks/use-saved-filters.ts'
import type { StudentSearch } from '../student-search.ts'
import css from './list-tools.module.css'

interface SavedSheetProps {
  search: StudentSearch
  saved: ReturnType<typeof useSavedFilters>
  onClose: () => void
}

/** Names the filter that is set, for oneself or for everybody, and forgets others. */
export function SavedSheet({ search, saved, onClose }: SavedSheetProps) {
  const { t } = useTranslation('admissions.student-list')
  const errorText = useErrorText()
  const { filters = [], isPending, error } = saved
  const own = filters.filter(({ isOwn }) => isOwn)
  const isFull = own.length >= maxSavedFilters
  return (
    <Sheet title={t('saved.open')} onClose={onClose}>
      <div className={common.form}>
        {isFull ? (
          <p className={common.softLine}>{t('saved.full')}</p>
        ) : (
          <SaveForm search={search} saved={saved} onDone={onClose} />
        )}
        {error && (
          <InlineNotice tone="problem">{error === 'request.invalid' ? t('saved.full') : errorText(error)}</InlineNotice>
        )}
        {own.length > 0 && (
          <section aria-labelledby="saved-own">
            <h3 id="saved-own">{t('saved.own')}</h3>
            <ul className={css.filters}>
              {own.map(({ id, name, isShared, isDefault }) => (
                <li key={id}>
                  <span>
                    <bdi>{name}</bdi>{' '}
                    <small className={common.softLine}>
                      {[isShared && t('saved.isShared'), isDefault && t('saved.isDefault')].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  <Button isWorking={isPending} onClick={() => void saved.drop(id)}>
                    {t('saved.drop')}
                    <span className="visually-hidden">{` (${name})`}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Sheet>
  )
}

function SaveForm({ search, saved, onDone }: Omit<SavedSheetProps, 'onClose'> & { onDone: () => void }) {
  const { t } = useTranslation('admissions.student-list')
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isDefault, setIsDefault] = useState(false)
  const { open: _open, document: _document, ...address } = search
  const save = async () => {
    if (name.trim() === '') return
    if (await saved.save({ name: name.trim(), address, isShared, isDefault })) onDone()
  }
  return (
    <form
      className={common.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={common.softLine}>{t('saved.text')}</p>
      <TextField label={t('saved.name')} required data-autofocus maxLength={60} value={name} onChange={setName} />
      <div>
        <CheckboxField label={t('saved.share')} checked={isShared} onChange={() => setIsShared(!isShared)} />
        <CheckboxField label={t('saved.makeDefault')} checked={isDefault} onChange={() => setIsDefault(!isDefault)} />
      </div>
      <div>
        <Button type="submit" kind="main" isWorking={saved.isPending}>
          {t('saved.save')}
        </Button>
      </div>
    </form>
  )
}
